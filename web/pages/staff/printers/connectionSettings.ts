// The settings of a connection in the fields of a form. Settings without a field, which a newer release may have saved,
// are sent as they were.

export type Adapter = 'desk' | 'json' | 'printtalk' | 'siteflow'
type Settings = Record<string, unknown>
/** A carrier of a shipping class in Site Flow; without a country for all, and without a service an alias. */
type CarrierRow = { shippingClass: string; country: string; carrier: string; service: string }

/** The pointers of the fields of a connection, without their first slash. */
export type FieldKeys = { texts: string[]; lists: string[] }

export type ConnectionValues = {
  adapter: Adapter
  /** By the key of the field. */
  settings: Record<string, string>
  lists: Record<string, string[]>
  carriers: CarrierRow[]
  /** Settings without a field, and the connection that was saved with them. */
  kept: Settings
  keptOf: Adapter | null
}

/** The settings in their fields; `kept` are those that have none. */
export function fieldsOf(keys: FieldKeys, adapter: Adapter, settings: Settings): ConnectionValues {
  const kept = structuredClone(settings)
  const texts = keys.texts.flatMap(key => {
    const value = taken(kept, key)
    return value === undefined ? [] : [[key, String(value)]]
  })
  const names = keys.lists.map(key => {
    const [of = '', step] = key.split('/')
    if (step === undefined) return [key, taken(kept, key) ?? []]
    const own = Object.entries((kept[of] ?? {}) as Settings).flatMap(([name, meaning]) =>
      meaning === step ? name : [],
    )
    for (const name of own) taken(kept, `${of}/${name}`)
    return [key, own]
  })
  const carriers = adapter === 'siteflow' ? (taken(kept, 'carriers') ?? {}) : {}
  return {
    adapter,
    settings: Object.fromEntries(texts),
    lists: Object.fromEntries(names),
    carriers: Object.entries(carriers as Record<string, Carrier>).map(carrierRow),
    kept,
    keptOf: adapter,
  }
}

type Carrier = { code: string; service: string } | { alias: string }

function carrierRow([key, carrier]: [string, Carrier]): CarrierRow {
  const [, shippingClass = key, country = ''] = /^(.+)-([A-Z]{2})$/.exec(key) ?? []
  return 'alias' in carrier
    ? { shippingClass, country, carrier: carrier.alias, service: '' }
    : { shippingClass, country, carrier: carrier.code, service: carrier.service }
}

const carrierEntry = ({ shippingClass, country, carrier, service }: CarrierRow): [string, Carrier] => [
  country === '' ? shippingClass : `${shippingClass}-${country}`,
  service.trim() === '' ? { alias: carrier.trim() } : { code: carrier.trim(), service: service.trim() },
]

/** Removes the value, so that what is left has no field. */
function taken(settings: Settings, key: string): unknown {
  const [name = '', part] = key.split('/')
  const inside = settings[name] as Settings | undefined
  const value = part === undefined ? inside : inside?.[part]
  if (part !== undefined && inside !== undefined) delete inside[part]
  if (part === undefined || (inside !== undefined && Object.keys(inside).length === 0)) delete settings[name]
  return value
}

function put(settings: Settings, key: string, value: unknown): void {
  const [name = '', part] = key.split('/')
  if (part === undefined) settings[name] = value
  else settings[name] = { ...(settings[name] as Settings | undefined), [part]: value }
}

export function settingsOf(
  keys: FieldKeys,
  { adapter, settings, lists, carriers, kept, keptOf }: ConnectionValues,
): Settings {
  const all = adapter === keptOf ? structuredClone(kept) : {}
  for (const key of keys.texts) {
    const text = (settings[key] ?? '').trim()
    if (text !== '') put(all, key, text)
  }
  for (const key of keys.lists) {
    const names = lists[key] ?? []
    const [of = '', step] = key.split('/')
    if (step !== undefined) for (const name of names) put(all, `${of}/${name}`, step)
    else if (names.length > 0) put(all, key, names)
  }
  const rows = carriers.filter(({ carrier }) => carrier.trim() !== '')
  if (adapter === 'siteflow' && rows.length > 0) all.carriers = Object.fromEntries(rows.map(carrierEntry))
  return all
}
