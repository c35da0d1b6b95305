// The embedded database: PGlite, which is PostgreSQL within this process. It speaks PostgreSQL's protocol but has no
// socket. With one of ours, the same client serves both kinds of database, and prepares their statements: to parse and
// plan one takes PGlite ten times as long as to execute it.

import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { PreparingClient } from './prepare.ts'
import { pgTypes } from './values.ts'

const buffers = '32MB' // PGlite fills all of them when it starts, and would take 128 MB

/** PGlite in a folder, or in memory (`memory://`); with `loadDataDir`, a new one that begins as that image. */
export async function createPglite(place: string, image: { loadDataDir?: Blob } = {}): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite') // not loaded where PostgreSQL is used
  const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${buffers}`]
  return PGlite.create(place, { startParams, ...image })
}

/** One connection, since PGlite is one session. It stays open, and waits for its turn as long as it takes. */
export function pglitePool(pglite: PGlite): pg.Pool {
  return new pg.Pool({
    Client: PreparingClient,
    stream: () => new PgliteSocket(pglite) as never, // of a socket, pg needs what is below
    pipeline: true,
    max: 1,
    idleTimeoutMillis: 0,
    // What stands in the environment for psql is not meant for this one.
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    options: '-c timezone=UTC',
    types: pgTypes,
  })
}

const terminate = 'X'.charCodeAt(0)
/** The session outlives its connections: a new one must not find what the one before left undone. */
const freshSession = 'rollback; deallocate all'
/**
 * Query could follow query without the process ever looking at its sockets, since none of them goes through one. More
 * often than this would cost those that work: a group of creates asks ten queries.
 */
const longestTurnMs = 10

class PgliteSocket extends Duplex {
  readonly #pglite: PGlite
  #turnBeganMs = 0

  constructor(pglite: PGlite) {
    super()
    this.#pglite = pglite
  }

  connect(): void {
    this.#pglite.exec(freshSession).then(
      () => this.emit('connect'),
      error => this.destroy(asError(error)),
    )
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: (error?: Error) => void): void {
    this.#answer(bytes).then(
      answer => {
        this.push(answer)
        done()
      },
      error => done(asError(error)),
    )
  }

  /** The messages of a query, and the queries that came while others were answered. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary' as never, done)
  }

  async #answer(bytes: Buffer): Promise<Uint8Array | null> {
    if (performance.now() - this.#turnBeganMs > longestTurnMs) {
      await new Promise(resolve => setImmediate(resolve))
      this.#turnBeganMs = performance.now()
    }
    return bytes[0] === terminate ? null : this.#pglite.execProtocolRaw(bytes)
  }

  override _read(): void {}

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  setTimeout(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}

/** PGlite throws objects that are no errors. */
const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(JSON.stringify(thrown)))
