"""Pictures of positions: SVG, the palette, and files of pictures. Drawing knows the games; no game
knows drawing.
"""
