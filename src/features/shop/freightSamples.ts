// Sample orders for the review of a draft that changes the freight of a class: one for each different change, with
// the fewest copies that go by freight before or after it.

import type { Region } from '../../shipping/destination.ts'
import type { ShippingTables } from '../../shipping/shipping.ts'
import type { OperatorData } from './operatorData.ts'

/** Further zones have other changes, which the list of differences names. */
const maxSamples = 6

type FreightSample = { region: Region; shippingClass: string; copies: number }

/** `home` comes first where its freight changes. */
export function freightSamples(before: OperatorData | null, after: OperatorData, home: Region): FreightSample[] {
  const regions = new Set([keyOf(home), ...(before?.shipping.rates.keys() ?? []), ...after.shipping.rates.keys()])
  const samples = new Map<string, FreightSample>()
  for (const key of regions) {
    const [was, is] = [before?.shipping.rates.get(key), after.shipping.rates.get(key)]
    for (const shippingClass of new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])) {
      const change = [was, is].map(rates => rates?.get(shippingClass)?.freight ?? null)
      const name = JSON.stringify([shippingClass, change])
      if (JSON.stringify(change[0]) === JSON.stringify(change[1]) || samples.has(name)) continue
      const copies = Math.min(...change.flatMap(freight => freight?.fromCopies ?? []))
      samples.set(name, { region: regionOfKey(key), shippingClass, copies })
    }
  }
  return [...samples.values()].slice(0, maxSamples)
}

const keyOf = ({ country, state }: Region): string => (state === null ? country : `${country}-${state}`)

function regionOfKey(key: Parameters<ShippingTables['rates']['get']>[0]): Region {
  const [country, state = null] = key.split('-')
  return { country, state } as Region
}
