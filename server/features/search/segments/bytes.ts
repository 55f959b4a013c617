/** Lists that grow, for packing. Numbers are written seven bits a byte, so that small ones take one byte. */

export class Bytes {
  #bytes = new Uint8Array(4_096)
  size = 0

  number(value: number): void {
    this.#reserve(5)
    let rest = value
    while (rest > 127) {
      this.#bytes[this.size++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.#bytes[this.size++] = rest
  }

  copy(source: Uint8Array, from = 0, to: number = source.length): void {
    this.#reserve(to - from)
    for (let at = from; at < to; at++) this.#bytes[this.size++] = source[at]!
  }

  /** The bytes so far, without a copy: valid until the next write. */
  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.size)
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.size)
  }

  #reserve(more: number): void {
    if (this.size + more <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.size + more))
    grown.set(this.#bytes)
    this.#bytes = grown
  }
}

export class Numbers {
  #numbers = new Uint32Array(1_024)
  size = 0

  push(value: number): void {
    if (this.size === this.#numbers.length) {
      const grown = new Uint32Array(this.#numbers.length * 2)
      grown.set(this.#numbers)
      this.#numbers = grown
    }
    this.#numbers[this.size++] = value
  }

  get written(): Uint32Array {
    return this.#numbers.subarray(0, this.size)
  }

  finish(): Uint32Array {
    return this.#numbers.slice(0, this.size)
  }
}
