"""The fifteen tests of NIST SP 800-22, revision 1a, from the definitions of the standard.

Each takes bits and gives one P-value for each of its parts: the chance that a perfect source does
no better. The classes that a test counts are weighed exactly; where the standard prints rounded or
approximate weights they can be handed in, so that its worked examples come out as printed.
"""
