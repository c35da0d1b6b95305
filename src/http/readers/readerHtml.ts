// The page of a reader: the publisher, where the order is, and its parcels. It has no address, price or book, because
// everybody who gets the address of the page can open it. It needs no script.

import { usualLocales } from '../../../languages/languages.ts'
import { say, type Translatable, translate } from '../../../languages/texts.ts'
import type { Publisher } from '../../accounts/settings/readerTracking.ts'
import { escapeMarkup } from '../../base/text/markup.ts'
import { statuses } from '../../orders/lifecycle.ts'
import type { Order } from '../../orders/order.ts'
import type { DeliveryStatus, ParcelDelivery } from '../../orders/parcelDelivery.ts'
import { type Look, linkPage } from '../server/linkPage.ts'

type Found = { order: Pick<Order, 'status' | 'state'>; publisher: Pick<Publisher, 'name' | 'logo'> }

export function readerHtml({ order, publisher }: Found, look: Look & { timeZone: string }): string {
  const t = translate(look.language)
  const days = daysIn(look)
  const { shipmentTracking, delivery = [], estimatedDelivery } = order.state
  const parcels = shipmentTracking.flatMap(({ masterTrackingNumber, carrier, packages }) =>
    packages.map(parcel => {
      const numbers = [parcel.trackingNumber, parcel.altTrackingNumber, masterTrackingNumber].filter(Boolean)
      const news = delivery.find(({ trackingNumber }) => numbers.includes(trackingNumber))
      return parcelHtml({ number: numbers[0] ?? '', url: parcel.trackingUrl, carrier, news }, { t, ...days })
    }),
  )
  for (const { resends, ...news } of delivery)
    if (resends !== undefined)
      parcels.push(parcelHtml({ number: news.trackingNumber, url: '', carrier: news.carrier, news }, { t, ...days }))
  const window =
    estimatedDelivery === null || delivery.length > 0
      ? ''
      : `<p>${escapeMarkup(t('Expected {from} to {to}', { from: days.day(estimatedDelivery.earliest), to: days.day(estimatedDelivery.latest) }))}</p>`
  const title = t('Your order from {publisher}', { publisher: publisher.name })
  const logo = publisher.logo === null ? '' : `<img src="${escapeMarkup(publisher.logo)}" alt="">`
  return linkPage(look, title, [
    `<header>${logo}<span>${escapeMarkup(publisher.name)}</span></header>`,
    `<h1>${escapeMarkup(stateOf(order).in(look.language))}</h1>`,
    window,
    parcels.length === 0 ? '' : `<ul>${parcels.join('')}</ul>`,
    `<footer>${escapeMarkup(t('Questions? Write to {publisher}, who took your order.', { publisher: publisher.name }))}</footer>`,
  ])
}

function stateOf({ status, state: { delivery = [], shipmentTracking } }: Found['order']): Translatable {
  if (status !== 'SHIPPED') {
    return statuses[status].final ? say('This order will not be sent.') : say('Your order is being made.')
  }
  const count = shipmentTracking.reduce((sum, { packages }) => sum + packages.length, 0)
  // A parcel that was sent again follows the one that came back.
  const last = delivery.at(-1)
  if (count === 1 && last !== undefined) return parcelTexts[last.status]
  const delivered = delivery.filter(parcel => parcel.status === 'delivered').length
  return delivered > 0 && delivered === count ? parcelTexts.delivered : say('Your order is on its way.')
}

const parcelTexts: Record<DeliveryStatus, Translatable> = {
  announced: say('Your order is on its way.'),
  in_transit: say('Your order is on its way.'),
  out_for_delivery: say('The carrier delivers it today.'),
  attempted: say('The carrier could not hand it over, and will try again.'),
  ready_for_pickup: say('It can be picked up at the carrier.'),
  delivered: say('It was delivered.'),
  exception: say('The carrier reports a delay or a problem.'),
  returning: say('It could not be delivered, and is on its way back.'),
  returned: say('It could not be delivered, and was sent back.'),
  lost: say('The carrier has reported nothing for a long time.'),
}

type Parcel = { number: string; url: string; carrier: string; news: ParcelDelivery | undefined }
type Words = ReturnType<typeof daysIn> & { t: ReturnType<typeof translate> }

/** A web address, and no other, becomes a link: a printer wrote it. */
function parcelHtml({ number, url, carrier, news }: Parcel, { t, day, dayOf, language }: Words): string {
  const name = escapeMarkup(`${carrier} ${number}`.trim() || t('Parcel'))
  const link = /^https?:\/\//i.test(url) ? `<a href="${escapeMarkup(url)}" rel="noreferrer nofollow">${name}</a>` : name
  if (news === undefined) return `<li>${link}</li>`
  const expected = news.status === 'delivered' || news.expectedOn === null ? null : day(news.expectedOn)
  const lines = [
    `${parcelTexts[news.status].in(language)} (${dayOf(news.at)})`,
    ...(expected === null ? [] : [t('Expected on {day}', { day: expected })]),
  ]
  return `<li>${link}${lines.map(line => `<br>${escapeMarkup(line)}`).join('')}</li>`
}

/** A carrier's instant is shown as a day of the operator. */
function daysIn({ language, timeZone }: Pick<Look, 'language'> & { timeZone: string }) {
  const locale = usualLocales[language]
  const day = (text: string) => Temporal.PlainDate.from(text).toLocaleString(locale, { dateStyle: 'long' })
  return {
    language,
    day,
    dayOf: (at: string) => day(Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDate().toString()),
  }
}
