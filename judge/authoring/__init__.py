# SPDX-License-Identifier: MIT
"""What an author needs: notebooks from text masters, and which checks each mistake fails."""
