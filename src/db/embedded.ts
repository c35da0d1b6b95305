// The embedded database: PGlite, which is PostgreSQL within this process. It speaks PostgreSQL's protocol but has no
// socket. With the socket below, the same client serves both kinds of database, and prepares their statements: to parse
// and plan a statement takes PGlite ten times as long as to execute it.

import { Duplex } from 'node:stream'
import type { MemoryFS, PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { PreparingClient } from './prepare.ts'
import { pgTypes } from './values.ts'

/** The files of its log have one megabyte and not sixteen: a new database is unpacked and copied faster. */
const initDbStartParams = ['--wal-segsize=1']
const usualBuffers = '8MB' // PGlite fills all of them when it starts, and would take 128 MB

/** PGlite in a folder, or in memory (`memory://`); with `fs`, a database that begins as that image. */
export async function createPglite(
  dataDir: string,
  { buffers = usualBuffers, ...image }: { buffers?: string; fs?: MemoryFS } = {},
): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite') // not loaded where PostgreSQL is used
  const startParams = [...PGlite.defaultStartParams, '-c', `shared_buffers=${buffers}`]
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm')
  return PGlite.create(dataDir, { startParams, initDbStartParams, extensions: { pg_trgm }, ...image })
}

/** A pool of one connection, since PGlite is a single session. The connection stays open, and waits without a limit. */
export function pglitePool(pglite: PGlite): pg.Pool {
  return new pg.Pool({
    Client: PreparingClient,
    stream: () => new PgliteSocket(pglite) as never, // pg needs only the methods below of a socket
    pipeline: true,
    max: 1,
    idleTimeoutMillis: 0,
    // Otherwise pg would read these from the environment, where they are meant for psql.
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    options: '-c timezone=UTC',
    types: pgTypes,
  })
}

const terminate = 'X'.charCodeAt(0)
/** The session outlives its connections: a new connection must not continue the transaction of the last one. */
const freshSession = 'rollback; deallocate all'
/**
 * Queries do not pass through a real socket, so they could follow each other without an end and starve the sockets of
 * the process. More frequent pauses would slow the work: a group of creates makes ten queries.
 */
const maxBusyMs = 10

class PgliteSocket extends Duplex {
  readonly #pglite: PGlite
  #busySinceMs = 0

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

  /** The messages of a query, and the queries that arrived while earlier queries were answered. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary' as never, done)
  }

  async #answer(bytes: Buffer): Promise<Uint8Array | null> {
    if (performance.now() - this.#busySinceMs > maxBusyMs) {
      await new Promise(resolve => setImmediate(resolve))
      this.#busySinceMs = performance.now()
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
