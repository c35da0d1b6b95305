// The page on which a statement is paid by its signed address alone. The address ends when the statement is paid, or 90
// days after its due day, or with the secret key that signed it.

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { day, later } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import { type Rate, tokenBuckets } from '../../base/running/tokenBuckets.ts'
import { openBankAccount, openPayment, simulatedMethods, simulatePayer } from '../../features/money/onlinePayments.ts'
import { findOpenPage, readBankAccount } from '../../payments/statements/onlinePaymentStore.ts'
import { readStatement, type Statement } from '../../payments/statements/statementStore.ts'
import { Closed, oneOf, Redirected } from '../objects/common.ts'
import { missingPage, setLinkPageHeaders } from '../server/linkPage.ts'
import { pageLanguage } from '../server/pageLanguage.ts'
import { tooMany } from '../server/rateLimits.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { endedPaymentHtml, paymentHtml, simulatedPaymentHtml } from './paymentHtml.ts'

const openAfterDueMs = 90 * day
/** Per link and process: each asks the payment provider. */
const askRate: Rate = { perSecond: 1 / 60, burst: 20 }
/** Of the entries about its payments. */
const actor = 'payment link'

export const paymentLinkRoutes = tagged('Billing', (services: Services): Route[] => {
  const lead = leader(services)
  return [...paymentPageRoutes(services), ...providerRoutes(services, lead), ...simulatedPageRoutes(services, lead)]
})

const paymentPageRoutes = (services: Services): Route[] => {
  const { db, clock, onlinePaymentDeps: deps, operator } = services

  return [
    route({
      method: 'GET',
      path: '/pay/:token',
      callers: ['public'],
      summary: 'Open the page on which a statement is paid',
      hidden: true,
      answer: Type.String(),
      answerType: 'text/html',
      async handle({ params: { token }, request, reply }) {
        const look = { language: pageLanguage(request.headers as IncomingHttpHeaders), accent: operator.brand.accent }
        setLinkPageHeaders(reply)
        const statement = await statementOf(services, token)
        if (statement === undefined) return reply.code(404).send(missingPage(look))
        if (isPaid(statement) || isOver(statement, clock())) {
          return reply.code(410).send(endedPaymentHtml(isPaid(statement), look))
        }
        const { accountId, seller } = statement
        const bankAccount = await readBankAccount(db, accountId, deps.payments.name)
        const page = { statement, seller: seller.brand?.name ?? seller.name, bankAccount, path: `/pay/${token}` }
        return reply.send(paymentHtml({ ...page, now: clock() }, look))
      },
    }),
  ]
}

const providerRoutes = (services: Services, lead: Lead): Route[] => {
  const { clock, paymentLinks, onlinePaymentDeps: deps } = services

  return [
    route({
      method: 'GET',
      path: '/pay/:token/online',
      callers: ['public'],
      summary: 'Go to the page of the payment provider for all that is due of a statement',
      hidden: true,
      answer: Redirected,
      async handle({ params: { token }, reply }) {
        return lead(token, reply, async statement => {
          const { accountId, number, totalCents, paidCents, processingCents } = statement
          const amountCents = totalCents - paidCents - processingCents
          if (amountCents <= 0) return null
          const returnUrl = paymentLinks.linkTo(statement)
          const request = { accountId, actor, statement: number, amountCents, returnUrl, now: clock() }
          const { url } = await openPayment(deps, request)
          return deps.payments.simulatedPayer === null ? url : `/pay/${token}/simulated`
        })
      },
    }),
    route({
      method: 'GET',
      path: '/pay/:token/transfer',
      callers: ['public'],
      summary: 'Show the bank account for transfers on the page of a statement',
      hidden: true,
      answer: Redirected,
      async handle({ params: { token }, reply }) {
        return lead(token, reply, async ({ accountId }) => {
          await openBankAccount(deps, { accountId, actor, now: clock() })
          return null
        })
      },
    }),
  ]
}

const simulatedPageRoutes = (services: Services, lead: Lead): Route[] => {
  const { db, clock, onlinePaymentDeps: deps, operator } = services

  return [
    route({
      method: 'GET',
      path: '/pay/:token/simulated',
      callers: ['public'],
      summary: 'Show the page of the simulated gateway for the open payment of a statement, or pay on it',
      hidden: true,
      query: Closed({ by: Type.Optional(oneOf(simulatedMethods)) }),
      answer: Type.String(),
      answerType: 'text/html',
      async handle({ params: { token }, query: { by }, request, reply }) {
        setLinkPageHeaders(reply)
        const statement = deps.payments.simulatedPayer === null ? undefined : await statementOf(services, token)
        const look = { language: pageLanguage(request.headers as IncomingHttpHeaders), accent: operator.brand.accent }
        if (statement === undefined) return reply.code(404).send(missingPage(look))
        const { accountId, number } = statement
        const open = { accountId, statement: number, provider: deps.payments.name }
        const page = isPaid(statement) || isOver(statement, clock()) ? undefined : await findOpenPage(db, open)
        const path = `/pay/${token}`
        if (page === undefined) return reply.redirect(path, 302)
        if (by === undefined) return reply.send(simulatedPaymentHtml({ path, amountCents: page.amountCents }, look))
        return lead(token, reply, async () => {
          await simulatePayer(deps, { accountId, paymentId: page.paymentId, actor, by, now: clock() })
          return null
        })
      },
    }),
  ]
}

async function statementOf({ db, paymentLinks }: Services, token: string) {
  const key = paymentLinks.read(token)
  return key === null ? undefined : readStatement(db, key.accountId, key.number)
}

const isPaid = ({ totalCents, paidCents }: Statement) => paidCents >= totalCents

const isOver = ({ overdueAt }: Statement, now: Date) => later(overdueAt, openAfterDueMs) <= now

type Lead = ReturnType<typeof leader>

/** Leads to where `ask` says, or back to the page, which says what the payer can still do. */
function leader(services: Services) {
  const asks = tokenBuckets(askRate)
  return async (token: string, reply: FastifyReply, ask: (statement: Statement) => Promise<string | null>) => {
    const left = asks.take(token)
    if (left < 0) throw tooMany(-left, 'link', asks.rate)
    const statement = await statementOf(services, token)
    const isOpen = statement !== undefined && !isPaid(statement) && !isOver(statement, services.clock())
    const url = isOpen ? await ask(statement).catch(isAnswered) : null
    return reply.header('referrer-policy', 'no-referrer').redirect(url ?? `/pay/${token}`, 302)
  }
}

/** A refusal, such as of a provider that does not answer: the page is shown again. */
function isAnswered(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}
