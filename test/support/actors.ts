// The people and programs around the service, for tests. They talk to the service over HTTP, like real ones.

import type { Mode } from '../../src/base/mode.ts'
import { storedEmails } from './storedEmails.ts'
import { type Answer, orderBody, type World } from './world.ts'

type Account = World['charged']

export const orderPath = (customerOrderId: string) => `/orders/${encodeURIComponent(customerOrderId)}`

/** A customer's program, which has a key of one mode. */
export function program(world: World, account: Account, mode: Mode) {
  const as = account[mode].authorization
  const read = async (customerOrderId: string) => (await world.call(orderPath(customerOrderId), { as })).body
  return {
    as,
    /** Sends any body as a create request. */
    create: (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
      world.call('/orders/create', { method: 'POST', as, body, headers }),
    /** Places an order that can be made, with the changes. */
    place: async (customerOrderId: string, changes: Record<string, unknown> = {}) =>
      (await world.call('/orders/create', { method: 'POST', as, body: orderBody({ customerOrderId, ...changes }) }))
        .body,
    read,
    statusOf: async (customerOrderId: string): Promise<string> => (await read(customerOrderId)).status,
    cancel: (customerOrderId: string): Promise<Answer> =>
      world.call(orderPath(customerOrderId), { method: 'DELETE', as }),
  }
}

/** A printer's program. */
export function press({ call, demo }: World) {
  const as = demo.printer.authorization
  const jobs = async (status = 'open') => (await call(`/press/jobs?status=${status}`, { as })).body.jobs
  return {
    jobs,
    jobOf: async (customerOrderId: string) =>
      (await jobs('all')).findLast((job: { customerOrderId: string }) => job.customerOrderId === customerOrderId),
    /** Reports a step of the order's newest job. */
    async tell(customerOrderId: string, act: 'accept' | 'ship' | 'cancellation' | 'change' | 'problem', body?: object) {
      const job = await this.jobOf(customerOrderId)
      const named =
        act === 'change' ? { requestedAt: job.changeRequest?.requestedAt ?? '2026-01-01T00:00:00Z', ...body } : body
      return call(`/press/jobs/${job.jobId}/${act}`, { method: 'POST', as, body: named })
    },
  }
}

/** The operator's support staff. */
export function support({ call, demo }: World) {
  const as = demo.staff.authorization
  return {
    change: (account: Account, body: object) =>
      call(`/staff/accounts/${account.accountId}`, { method: 'PATCH', as, body }),
    act: (
      account: Account,
      customerOrderId: string,
      act: 'reprint' | 'resume' | 'revalidate' | 'abandon' | 'cancel' | 'forget',
      body?: object,
    ) =>
      call(`/staff/orders/${account.accountId}/${encodeURIComponent(customerOrderId)}/${act}`, {
        method: 'POST',
        as,
        body,
      }),
  }
}

/** A customer's person in the dashboard. */
export async function member({ call, signIn }: World, account: Account) {
  const cookie = await signIn(account.user)
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    call(`/dashboard/api${path}`, { method, cookie, body })
  return {
    ask,
    simulate: (customerOrderId: string, outcome: string) =>
      ask('POST', `/sandbox/orders/${encodeURIComponent(customerOrderId)}/simulate`, { outcome }),
    fastForward: (by: string) => ask('POST', '/sandbox/fast-forward', { by }),
    useCard: (testCard: string) => ask('POST', '/cards', { testCard }),
  }
}

/** The emails to an account, oldest first. */
export async function holderMails({ app }: World, account: Account): Promise<{ subject: string; body: string }[]> {
  const emails = await storedEmails(app.database.db)
  return emails
    .filter(({ accountId }) => accountId === account.accountId)
    .map(({ subject, body }) => ({ subject, body }))
}

export const parcel = {
  shipments: [
    {
      masterTrackingNumber: '1Z999',
      carrier: 'UPS',
      packages: [{ trackingNumber: '1Z999', altTrackingNumber: '', trackingUrl: 'https://ups.example/1Z999' }],
    },
  ],
}
