"""tmp"""
def fold_file(f): return 0
def play_game(*a): return 0
