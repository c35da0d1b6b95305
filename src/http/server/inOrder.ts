// Requests that a client sends on one connection without waiting for answers (pipelining). Node hands them all out at
// once and sends only the answers in order, so a GET could miss what the POST before it was about to create. Here each
// request waits until the one before it is answered, and no request is processed once the connection will be closed.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { malformed } from './problem.ts'

/** Runs `act` once all complete requests of a connection have been answered. */
export type RunAfterAnswers = (socket: Duplex, act: () => void) => void

/** Add it before all other hooks. */
export function answerInOrder(server: FastifyInstance): RunAfterAnswers {
  const lastResponses = new WeakMap<Duplex, ServerResponse<IncomingMessage>>()
  server.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
    const before = lastResponses.get(socket)
    lastResponses.set(socket, response)
    if (before === undefined || before.writableFinished) return done()
    before.once('close', () => {
      if (socket.writable) done()
      else done(malformed('The connection was closed before this request was handled.')) // nobody receives this answer
    })
  })
  return (socket, act) => {
    const before = lastResponses.get(socket)
    const isOwed = before !== undefined && !before.writableFinished && (before.writableEnded || before.req.complete)
    if (isOwed) before.once('close', act)
    else act()
  }
}
