// The SHA-256 of a file, read piece by piece where the platform can.

type Hash = { update(chunk: Uint8Array): Hash; digest(encoding: 'hex'): string }
type Platform = {
  process?: { getBuiltinModule?(name: 'node:crypto'): { createHash(algorithm: 'sha256'): Hash } | undefined }
}

/** In hexadecimal digits. */
export async function sha256Of(file: Blob): Promise<string> {
  const { process } = globalThis as Platform
  const hash = process?.getBuiltinModule?.('node:crypto')?.createHash('sha256')
  if (hash === undefined) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
    return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
  }
  const reader = file.stream().getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) hash.update(piece.value)
  return hash.digest('hex')
}
