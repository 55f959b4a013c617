declare module 'heic-decode' {
  interface Undecoded {
    width: number
    height: number
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }>
  }
  const decode: { all(asked: { buffer: Uint8Array }): Promise<Undecoded[]> }
  export default decode
}
