// The page on which a reader follows an order, by its signed address alone, and the setting of accounts that their
// readers have one.

import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import {
  changeReaderTracking,
  type Publisher,
  readerTrackings,
  readPublisher,
} from '../../accounts/settings/readerTracking.ts'
import type { Order } from '../../orders/order.ts'
import { findOrderByKey } from '../../orders/orderStore.ts'
import { Closed, oneOf } from '../objects/common.ts'
import { missingPage, setLinkPageHeaders } from '../server/linkPage.ts'
import { pageLanguage } from '../server/pageLanguage.ts'
import { resource } from '../server/resource.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { readerHtml } from './readerHtml.ts'

const fields = {
  readerTracking: oneOf(readerTrackings, {
    description:
      '`page`: orders that go to a printer from now on have a page, `readerPage`, on which the reader follows the parcels. ' +
      '`page_and_email`: the reader also gets an email with its address when the order ships. Pages work while this is not `off`.',
  }),
}
const at = {
  member: '/dashboard/api/account/reader-tracking',
  staff: '/staff/accounts/:accountId/reader-tracking',
} as const

export const readerPageRoutes = tagged('Account', (services: Services): Route[] => {
  const { db, clock, newId, readerLinks, operator, operatorVersions } = services

  /** Null for a link that is not ours, an order without a recipient, and an account that has switched its pages off. */
  async function read(token: string): Promise<{ order: Order; publisher: Publisher } | null> {
    const key = readerLinks.read(token)
    const order = key === null ? undefined : await findOrderByKey(db, key)
    if (order === undefined || order.recipientErasedAt !== null) return null
    const publisher = await readPublisher(db, order.accountId)
    return publisher.tracking === 'off' ? null : { order, publisher }
  }
  const settingOf = async (accountId: string) => ({ readerTracking: (await readPublisher(db, accountId)).tracking })

  return [
    route({
      method: 'GET',
      path: '/track/:token',
      callers: ['public'],
      summary: 'Open the page on which a reader follows an order',
      hidden: true,
      answer: Type.String(),
      answerType: 'text/html',
      async handle({ params: { token }, request, reply }) {
        const found = await read(token)
        const look = { language: pageLanguage(request.headers as IncomingHttpHeaders), accent: operator.brand.accent }
        setLinkPageHeaders(reply)
        if (found === null) return reply.code(404).send(missingPage(look))
        const { timeZone } = operatorVersions.byNumber(found.order.operatorVersion).shipping
        return reply.send(readerHtml(found, { ...look, timeZone }))
      },
    }),
    ...resource({
      method: 'GET',
      at,
      act: 'getReaderTracking',
      summary: 'Read whether readers can follow their orders',
      answer: Type.Object(fields, { title: 'ReaderTracking' }),
      staff: { tag: 'Staff', refuses: ['not_found'] },
      handle: ({ owner: { accountId } }) => settingOf(accountId),
    }),
    ...resource({
      method: 'PATCH',
      at,
      act: 'updateReaderTracking',
      needs: 'orders',
      summary: 'Change whether readers can follow their orders',
      body: Closed(fields),
      answer: Type.Object(fields, { title: 'ReaderTracking' }),
      staff: { tag: 'Staff', needs: 'customers', refuses: ['not_found'] },
      async handle({ owner: { accountId }, caller: { actor }, body: { readerTracking: tracking } }) {
        await readPublisher(db, accountId)
        await changeReaderTracking({ db, clock, newId }, { accountId, tracking, actor })
        return settingOf(accountId)
      },
    }),
  ]
})
