// The contact for reporting vulnerabilities of this installation (RFC 9116).

import { Type } from 'typebox'
import { day, later } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import { type Route, route, tagged } from './route.ts'
import type { Services } from './services.ts'

const path = '/.well-known/security.txt'
/** Each answer is new, and a copy of it should not be trusted for years. */
const expiresAfterMs = 180 * day

export const securityTxtRoutes = tagged('Service', ({ clock, publicUrl, securityContact }: Services): Route[] => [
  route({
    method: 'GET',
    path,
    operationId: 'getSecurityTxt',
    callers: ['public'],
    summary: 'Read the contact for reporting vulnerabilities',
    description: 'SECURITY_CONTACT sets the contact. Without it, this file does not exist.',
    answer: Type.String(),
    answerType: 'text/plain',
    refuses: ['not_found'],
    handle({ reply }) {
      if (securityContact === null)
        throw new Refusal('not_found', 'The operator has not configured a security contact.')
      reply.type('text/plain; charset=utf-8')
      return [
        `Contact: ${securityContact}`,
        `Expires: ${later(clock(), expiresAfterMs).toISOString()}`,
        'Preferred-Languages: en',
        `Canonical: ${new URL(path, publicUrl).href}`,
        '',
      ].join('\n')
    },
  }),
])
