// The shipments of parcels whose labels were scanned. The service recognizes the carrier from the number: as soon as it
// is scanned, or without a connection when the shipment is sent.

import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../api.ts'

/** `carrier` is the choice of a person; null derives it from the number. */
export type Parcel = { number: string; carrier: string | null }

/** A number as the service stores it; labels have it with spaces. */
export const trackingNumberOf = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()

export const carrierQuery = (number: string) =>
  ({
    queryKey: ['carrier', number],
    queryFn: () => api.GET('/press/carrier', { params: { query: { trackingNumber: number } } }),
    staleTime: Number.POSITIVE_INFINITY,
    // Without a connection the shipment does not wait for it.
    networkMode: 'always',
  }) as const

/** `carrier` is empty for an unknown carrier, and null if the service could not be asked. */
export const carriersOf = (queries: QueryClient, parcels: Parcel[]) =>
  Promise.all(
    parcels.map(async ({ number, carrier }) => ({
      number,
      carrier: carrier ?? (await askForCarrier(queries, number)),
    })),
  )

async function askForCarrier(queries: QueryClient, number: string): Promise<string | null> {
  const known = queries.getQueryData(carrierQuery(number).queryKey) as { carrier: string } | undefined
  if (known !== undefined || !navigator.onLine) return known?.carrier ?? null
  const answer = await queries.fetchQuery({ ...carrierQuery(number), retry: false }).catch(() => null)
  return answer?.carrier ?? null
}

/**
 * One shipment per carrier; the first number is its master number. A parcel whose carrier is not known yet is a
 * shipment of its own, so that the service recognizes the carrier of each.
 */
export async function shipmentsOf(queries: QueryClient, parcels: Parcel[]) {
  const named = await carriersOf(queries, parcels)
  const shipments = Map.groupBy(named, ({ number, carrier }) => carrier ?? `unknown ${number}`)
  return Array.from(shipments.values(), shipped => ({
    masterTrackingNumber: shipped[0]!.number,
    carrier: shipped[0]!.carrier ?? '',
    packages: shipped.map(({ number }) => ({ trackingNumber: number, altTrackingNumber: '', trackingUrl: '' })),
  }))
}
