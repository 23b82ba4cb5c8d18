"""A reader as the training has it: it takes whole batches of bits, hides a part of the history,
turns the board, and weighs the targets."""

import glob, json, sys
import numpy as np

BATCH, SIDE = int(sys.argv[2]), int(sys.argv[3])
AREA = SIDE * SIDE
SHAPES = dict(binaryInputNCHWPacked=("|u1", (22, (AREA + 7) // 8)), globalInputNC=("<f4", (19,)),
    policyTargetsNCMove=("<i2", (2, AREA + 1)), globalTargetsNC=("<f4", (64,)),
    scoreDistrN=("|i1", (2 * AREA + 120,)), valueTargetsNCHW=("|i1", (5, SIDE, SIDE)),
    metadataInputNC=("<f4", (192,)))

def neighbours(y, x, on):
    for b, a in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
        if 0 <= b < SIDE and 0 <= a < SIDE and on[b, a]:
            yield b, a

def liberties(y, x, colors, on):
    chain, found, todo = {(y, x)}, set(), [(y, x)]
    while todo:
        for b, a in neighbours(*todo.pop(), on):
            if colors[b, a] == 0:
                found.add((b, a))
            elif colors[b, a] == colors[y, x] and (b, a) not in chain:
                chain.add((b, a))
                todo.append((b, a))
    return len(found)

def turned(planes, symmetry):
    if symmetry & 4:
        planes = planes.swapaxes(-1, -2)
    return np.flip(planes, -1) if symmetry & 2 else np.flip(planes, -2) if symmetry & 1 else planes

rows, rng = 0, np.random.default_rng(7)
for path in sorted(glob.glob(sys.argv[1] + "/train/*.npz")):
    with np.load(path) as npz:
        assert set(npz.files) == set(SHAPES)
        data = {name: npz[name] for name in SHAPES}
    n = len(data["globalInputNC"])
    assert n > 0 and n % BATCH == 0
    for name, (kind, shape) in SHAPES.items():
        assert data[name].dtype.str == kind and data[name].shape == (n,) + shape, name
    bits = np.unpackbits(data["binaryInputNCHWPacked"], axis=2)
    assert not bits[:, :, AREA:].any()
    planes = bits[:, :, :AREA].reshape(n, 22, SIDE, SIDE).astype("f4")
    policy = data["policyTargetsNCMove"].astype("f4")
    targets, inputs = data["globalTargetsNC"], data["globalInputNC"]
    assert (policy.sum(axis=2) > 0).all() and (data["scoreDistrN"].sum(axis=1) == 100).all()
    assert np.allclose(targets[:, :3].sum(axis=1), 1) and (targets[:, 63] == 2).all()
    assert (targets[:, [27, 29, 34]] == 0).all() and (targets[:, [24, 25, 33]] == 1).all()
    assert np.isin(targets[:, 36:41], [0, 1]).all() and (np.diff(targets[:, 36:41]) <= 0).all()
    # As komi is given, so is its sign for the player to move. With territory scoring White has a point
    # more after each of Black's moves, and gives it back.
    white = inputs[:, 5] > 0
    assert np.allclose(abs(inputs[:, 5]) * 20, np.where(inputs[:, 9] == 1, 6.5 + white, 7.5))
    assert np.allclose(targets[:, 47], inputs[:, 5] * 20)
    assert (targets[~white & (inputs[:, 9] == 0), 1] == 1).all() and (targets[white & (inputs[:, 9] == 0), 0] == 1).all()
    assert (targets[~white & (inputs[:, 9] == 1), 3] == 2.5).all()
    for row in range(n):
        on, own, other = planes[row, :3]
        assert not (own * other).any() and not ((own + other) * (1 - on)).any()
        colors = own - other
        empty = np.append(((1 - own - other) * on).reshape(-1), 1)
        assert policy[row, 0].sum() == 1 and (policy[row, 0] <= empty).all()
        for y, x in zip(*np.nonzero(colors)):
            count = liberties(y, x, colors, on)
            assert [planes[row, plane, y, x] for plane in (3, 4, 5)] == [count == 1, count == 2, count == 3]
        # The last moves are on stones, if these were not captured since.
        moves = planes[row, 9:14].sum(axis=(1, 2))
        assert moves.max() <= 1
        assert (planes[row, 9] <= other).all() or inputs[row, 14]
        # Later, the move of the player is on the board.
        future = data["valueTargetsNCHW"][row]
        assert not future[[0, 1, 4]].any()
        assert (future[2].reshape(-1)[policy[row, 0, :-1] == 1] >= 0).all()
    # Without the moves before, the earlier ladders are those of now.
    keep = np.cumsum(rng.random((n, 5)) >= 0.98, axis=1) == 0
    hidden = planes.copy()
    hidden[:, 9:14] *= keep[:, :, None, None]
    hidden[~keep[:, 0], 15] = planes[~keep[:, 0], 14]
    hidden[~keep[:, 1], 16] = hidden[~keep[:, 1], 15]
    inputs = inputs * np.pad(keep, ((0, 0), (0, 14)), constant_values=True)
    for symmetry in range(8):
        after, moves = turned(hidden, symmetry), turned(policy[:, :, :-1].reshape(n, 2, SIDE, SIDE), symmetry)
        played = moves[:, 0].astype(bool)
        assert (after[:, 1:3].sum(axis=1)[played] == 0).all()
    rows += n
assert json.load(open(sys.argv[1] + "/train.json")) == {"range": [0, rows]}
print(rows)
