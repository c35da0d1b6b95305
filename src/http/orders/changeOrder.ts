// Changing where and how an order is shipped: for customers' programs and people, and for the staff.

import { Type } from 'typebox'
import { malformedField, type RefusalCode } from '../../base/refusal.ts'
import { changeOrder, type OrderChange, previewChange } from '../../features/placing/changeOrder.ts'
import type { StaffRefunds } from '../../features/placing/changePaid.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { Closed, CustomerOrderId } from '../objects/common.ts'
import { ChangeOrder, changeFields } from '../objects/newOrder.ts'
import { OrderObject } from '../objects/order.ts'
import { lacksPermission } from '../server/auth.ts'
import { resource } from '../server/resource.ts'
import { type Caller, type Route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { unknownFields } from '../server/unknownFields.ts'
import { addressOf, tagOfPeople } from './orders.ts'
import { Reason } from './staffActs.ts'

const params = Type.Object({ customerOrderId: CustomerOrderId })
const ChangeQuery = Closed({
  preview: Type.Boolean({
    default: false,
    description: 'True: answers with the order as the change would make it, and changes nothing.',
  }),
})
const StaffChange = Type.Object({ ...changeFields, reason: Reason }, { title: 'OrderChangeByStaff' })
const refuses: RefusalCode[] = [
  'unsupported_country',
  'order_not_changeable',
  'change_not_possible',
  'price_would_rise',
  'provider_unavailable',
]

export const changeOrderRoutes = tagged('Orders', (services: Services): Route[] => [
  ...resource({
    method: 'PATCH',
    at: { key: '/orders/:customerOrderId', member: '/dashboard/api/:mode/orders/:customerOrderId' },
    operationId: 'changeOrder',
    scope: 'orders:write',
    needs: 'orders',
    summary: 'Change the address or the shipping class of an order',
    description:
      'Possible while `actions` of the order has `edit`, at most 50 times. Refused while its files are being checked or ' +
      'its card is being charged, and once a parcel has left. At the printer the change is a request: the order stays as it ' +
      'was, and `changeRequest` says what the printer answered. If it accepts, `OrderChanged` follows. The order is priced again by the terms that it was ' +
      'accepted with. The price of an ' +
      'unpaid order may rise or fall. A paid order keeps its price, and what it costs less is refunded; a change that would ' +
      'raise its price, or any tax on it, is refused. If the order cannot be shipped as wanted, the problems are listed and ' +
      'the order stays as it was. The same change again changes nothing and returns the order. Send at least one field.',
    params,
    query: ChangeQuery,
    body: ChangeOrder,
    answer: OrderObject,
    refuses,
    member: { tag: tagOfPeople },
    handle: ({ owner, caller: { actor }, params, query, body }) =>
      change(services, { ...owner, ...params, body }, { actor, audit: null, ...query }),
  }),
  ...resource({
    method: 'PATCH',
    at: { staff: '/staff/orders/:accountId/:customerOrderId' },
    act: 'changeOrder',
    needs: 'orders',
    tag: 'Staff',
    summary: 'Change the address or the shipping class of an order',
    description:
      'By the same rules as for the customer. A change that refunds needs the permission `refunds` as well, and is refused ' +
      'where a refund of that much needs a second person: the customer can make it. The reason is in the history of the ' +
      'order and in the audit log.',
    params,
    query: ChangeQuery,
    body: StaffChange,
    answer: OrderObject,
    refuses,
    handle: ({ owner: { accountId }, caller, params, query, body: { reason = null, ...body } }) =>
      change(
        services,
        { accountId, mode: null, ...params, body },
        {
          actor: caller.actor,
          audit: { reason, refunds: refundsOf(services, caller) },
          ...query,
        },
      ),
  }),
])

function changeOf({ destination, shippingClassification }: ChangeOrder): OrderChange['change'] {
  if (destination === undefined && shippingClassification === undefined) {
    const detail = 'expected destination, shippingClassification, or both'
    throw malformedField('', 'required', detail)
  }
  return {
    ...(destination === undefined ? {} : { destination: addressOf(destination) }),
    ...(shippingClassification === undefined ? {} : { shippingClassification }),
  }
}

const refundsOf = ({ secondPerson: rule }: Services, caller: Extract<Caller, { kind: 'staff' }>): StaffRefunds => ({
  refusal: caller.permissions.includes('refunds') ? null : lacksPermission(caller, 'refunds'),
  rule,
})

type Ask = { actor: string; audit: { reason: string | null; refunds: StaffRefunds } | null; preview: boolean }

/** Warnings about unknown fields and about what carriers know of an address are in the answer alone. */
async function change(
  services: Services,
  { body, ...order }: Omit<OrderChange, 'change'> & { body: ChangeOrder },
  { preview, ...by }: Ask,
) {
  const wanted = { ...order, change: changeOf(body) }
  const changed = await (preview ? previewChange : changeOrder)(services, wanted, { ...by, now: services.clock() })
  const { warnings, ...shown } = presentOrder(changed)
  const owner = { accountId: order.accountId, mode: shown.mode }
  const check = preview && body.destination && (await services.addressChecks?.check(owner, body.destination))
  return { ...shown, warnings: [...warnings, ...(check ? check.warnings : []), ...unknownFields(ChangeOrder, body)] }
}
