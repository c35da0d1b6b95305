// Emails about orders over the 24-hour limit of an account, and about orders of an account over its credit limit.

import type { Mode } from '../../base/mode.ts'
import { type EmailContent, emailBody, line, orders } from '../emailBody.ts'

export type LimitDetails = { accountName: string; mode: Mode; ordersPer24Hours: number; queueCeiling: number; at: Date }

export const ordersQueued = (details: LimitDetails & { releaseAt: Date | null }): EmailContent => ({
  subject: 'Your orders are waiting: you have reached your 24-hour limit',
  body: emailBody(
    details.accountName,
    line`On ${details.at} your account reached its limit of ${orders(details.ordersPer24Hours)} within 24 hours in ${details.mode} mode. No order is lost: we queue new orders and release them, first in first out, as soon as your limit allows.`,
    ...(details.releaseAt === null ? [] : [line`The next order will be released on ${details.releaseAt}.`]),
    line`We accept up to ${orders(details.queueCeiling)}, counting the orders received in the last 24 hours and the orders in the queue. Any further order is rejected.`,
    'If you expect to send more orders, reply to this email and we will consider raising your limit.',
    'We will not email you about queued orders again in the next 24 hours.',
  ),
})

export const ordersHeldByCredit = (
  details: Pick<LimitDetails, 'accountName' | 'queueCeiling' | 'at'>,
): EmailContent => ({
  subject: 'Your orders are waiting: you have reached your credit limit',
  body: emailBody(
    details.accountName,
    line`On ${details.at} your account reached its credit limit. No order is lost: we queue new orders, and release them, first in first out, as soon as we have recorded a payment that brings your balance below the limit.`,
    line`We accept up to ${orders(details.queueCeiling)}, counting the orders received in the last 24 hours and the orders in the queue. Any further order is rejected.`,
    'If you have sent a payment, or need a higher credit limit, reply to this email.',
    'We will not email you about queued orders again in the next 24 hours.',
  ),
})

export const ordersRejected = (details: LimitDetails): EmailContent => ({
  subject: 'Orders were rejected: you have exceeded your limit',
  body: emailBody(
    details.accountName,
    details.mode === 'sandbox'
      ? line`On ${details.at} your account exceeded its limit of ${orders(details.ordersPer24Hours)} within 24 hours in sandbox mode. The sandbox has no queue: it rejects orders over the limit immediately.`
      : line`On ${details.at} your account reached its limit of ${orders(details.queueCeiling)} received within 24 hours or queued. Orders over this limit are rejected and will not be printed.`,
    'We do not retry rejected orders. Please place them again later, each with a new customerOrderId.',
    'If you need a higher limit, reply to this email and tell us how many orders you expect.',
    'We will not email you about rejected orders again in the next 24 hours.',
  ),
})
