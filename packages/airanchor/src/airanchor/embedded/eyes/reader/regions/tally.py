# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=untyped-decorator
"""The kernels that measure patches in one pass over a picture."""

import numpy as np

from aircity.machine.compilation import njit

SUMS = 10
"""L, a, b, L², a² + b², log nearness, its square, steps of lightness across and down, sharp steps."""
TONES = 12
_TONE = 100.0 / TONES
_SHARP = 7.0
BORDER = 6
"""Length, length where the lower number lies above, and below; contrast in lightness, in hue, in nearness."""


@njit(cache=True, nogil=True)
def widen(values):
    """Cells (h, w, c) as lattice pixels (2h, 2w, c), interpolated."""
    rows, columns, channels = values.shape
    much, little = np.float32(0.75), np.float32(0.25)
    wide = np.empty((rows, 2 * columns * channels), values.dtype)
    for y in range(rows):
        for j in range(2 * columns):
            x = j // 2
            other_x = min(max(x + (1 if j % 2 else -1), 0), columns - 1)
            for c in range(channels):
                wide[y, j * channels + c] = much * values[y, x, c] + little * values[y, other_x, c]
    out = np.empty((2 * rows, 2 * columns * channels), np.float32)
    for i in range(2 * rows):
        y = i // 2
        near, far = wide[y], wide[min(max(y + (1 if i % 2 else -1), 0), rows - 1)]
        for k in range(len(near)):
            out[i, k] = much * near[k] + little * far[k]
    return out.reshape(2 * rows, 2 * columns, channels)


@njit(cache=True, nogil=True)
def tally(labels, lab, names, kinds, log_nearness, count, colours):
    """(sums, tones, rows, columns) of each patch; see Pieces."""
    height, width = labels.shape
    many = kinds.shape[2]
    sums = np.zeros((count, SUMS + colours + many), np.float32)
    tones = np.zeros((count, TONES, 4), np.float32)
    rows = np.zeros((count, height), np.float32)
    columns = np.zeros((count, width), np.float32)
    for i in range(height):
        for j in range(width):
            one = labels[i, j]
            light, red, yellow = lab[i, j, 0], lab[i, j, 1], lab[i, j, 2]
            near = log_nearness[i, j]
            across = abs(lab[i, j + 1, 0] - light) if j + 1 < width else 0.0
            down = abs(lab[i + 1, j, 0] - light) if i + 1 < height else 0.0
            sums[one, 0] += light
            sums[one, 1] += red
            sums[one, 2] += yellow
            sums[one, 3] += light * light
            sums[one, 4] += red * red + yellow * yellow
            sums[one, 5] += near
            sums[one, 6] += near * near
            sums[one, 7] += across
            sums[one, 8] += down
            sums[one, 9] += (across > _SHARP) + (down > _SHARP)
            sums[one, SUMS + names[i, j]] += 1
            for k in range(many):
                sums[one, SUMS + colours + k] += kinds[i, j, k]
            tone = min(int(light / _TONE), TONES - 1)
            tones[one, tone, 0] += 1
            tones[one, tone, 1] += light
            tones[one, tone, 2] += red
            tones[one, tone, 3] += yellow
            rows[one, i] += 1
            columns[one, j] += 1
    return sums, tones, rows, columns


@njit(cache=True, nogil=True)
def find_borders(labels, lab, log_nearness, count):
    """(codes, borders): low * count + high of each touching pair, ascending, and its border."""
    height, width = labels.shape
    numbers = np.zeros(count * count, np.int32)
    codes = _border_codes(labels, count, numbers)
    borders = np.zeros((len(codes), BORDER), np.float32)
    for i in range(height):
        for j in range(width):
            for way in range(2):
                y, x = (i, j + 1) if way == 0 else (i + 1, j)
                if y >= height or x >= width or labels[y, x] == labels[i, j]:
                    continue
                at = numbers[_code(labels[i, j], labels[y, x], count)]
                borders[at, 0] += 1
                if way == 1:
                    borders[at, 1 if labels[i, j] < labels[y, x] else 2] += 1
                red, yellow = lab[i, j, 1] - lab[y, x, 1], lab[i, j, 2] - lab[y, x, 2]
                borders[at, 3] += abs(lab[i, j, 0] - lab[y, x, 0])
                borders[at, 4] += np.sqrt(red * red + yellow * yellow)
                borders[at, 5] += abs(log_nearness[i, j] - log_nearness[y, x])
    return codes, borders


@njit(cache=True, nogil=True)
def _code(one, other, count):
    return np.int64(min(one, other)) * count + max(one, other)


@njit(cache=True, nogil=True)
def _border_codes(labels, count, numbers):
    """The codes of all touching pairs, ascending; into `numbers` the place of each among them."""
    height, width = labels.shape
    for i in range(height):
        for j in range(width):
            if j + 1 < width:
                numbers[_code(labels[i, j], labels[i, j + 1], count)] = 1
            if i + 1 < height:
                numbers[_code(labels[i, j], labels[i + 1, j], count)] = 1
    for one in range(count):
        numbers[one * count + one] = 0
    codes = np.flatnonzero(numbers)
    for number in range(len(codes)):
        numbers[codes[number]] = number
    return codes
