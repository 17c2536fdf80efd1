// Metres to pixels and back: north is up, east is right.

export class Frame {
  constructor() {
    this.width = this.height = 1;
    this.north = this.east = 0;
    this.scale = 1;
  }

  fit([south, west, north, east], room = 0.94) {
    this.north = (south + north) / 2;
    this.east = (west + east) / 2;
    this.scale = Math.min(this.width / (east - west), this.height / (north - south)) * room;
    this.least = this.scale * 0.5;
  }

  x(east) { return this.width / 2 + (east - this.east) * this.scale; }
  y(north) { return this.height / 2 - (north - this.north) * this.scale; }
  place(x, y) { return [this.north - (y - this.height / 2) / this.scale, this.east + (x - this.width / 2) / this.scale]; }

  pan(dx, dy) {
    this.east -= dx / this.scale;
    this.north += dy / this.scale;
  }

  // The place under the pointer stays under it.
  zoom(factor, x, y) {
    const [north, east] = this.place(x, y);
    this.scale = Math.min(40, Math.max(this.least || 0.05, this.scale * factor));
    const [nowNorth, nowEast] = this.place(x, y);
    this.north += north - nowNorth;
    this.east += east - nowEast;
  }

  // The longest round length that fits into so many pixels.
  round(pixels) {
    const most = pixels / this.scale;
    const power = 10 ** Math.floor(Math.log10(most));
    return Math.max(...[1, 2, 5].map((step) => step * power).filter((length) => length <= most));
  }
}
