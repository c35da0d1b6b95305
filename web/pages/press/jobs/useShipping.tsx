// Ships a job: holds its parcels as they are scanned, and its price, and sends the message to the service.

import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import type { PrintJob } from '../../../apiTypes.ts'
import { useConfirm } from '../../../components/forms/Confirm.tsx'
import { t } from '../../../language.ts'
import { orderName } from '../../../shell/offline/orderName.ts'
import { useDraft } from '../../../shell/session/session.ts'
import { isDearer } from './Dialogs.tsx'
import { useSendMessage } from './messages.tsx'
import { carriersOf, type Parcel, shipmentsOf, trackingNumberOf } from './shipments.ts'

type ShipDraft = { parcels: Parcel[]; shipping: number | string }

const ticketScanned = t('This is a job ticket. Scan the parcel label.')

export type SetParcels = Dispatch<SetStateAction<Parcel[]>>

/** The parcels and the shipping price, which are kept while the job is not shipped. */
export function useShipDraft({ jobId, agreedPrices }: PrintJob) {
  const draft = useDraft<ShipDraft>(`ship ${jobId}`)
  const agreed = agreedPrices?.shippingTotal ?? null
  const [parcels, setParcels] = useState<Parcel[]>(() => draft.read()?.parcels ?? [])
  const [price, setPrice] = useState<number | string>(() => draft.read()?.shipping ?? agreed ?? '')
  useEffect(() => {
    if (parcels.length === 0 && price === (agreed ?? '')) draft.clear()
    else draft.save({ parcels, shipping: price })
  }, [draft, parcels, price, agreed])
  return { draft, parcels, setParcels, price, setPrice }
}

export function useScanning(parcels: Parcel[], setParcels: SetParcels) {
  const [text, setText] = useState('')
  const [scanError, setScanError] = useState<string | null>(null)
  const typed = trackingNumberOf(text)
  const isDuplicate = parcels.some(({ number }) => number === typed)
  const isTicket = typed.startsWith('JOB_')
  /** Includes a number that was typed without a final Enter. */
  const allParcels = typed === '' || isDuplicate || isTicket ? parcels : [...parcels, { number: typed, carrier: null }]
  const addParcel = () => {
    setScanError(
      isTicket ? ticketScanned : isDuplicate ? t('{number} is already in the list', { number: typed }) : null,
    )
    setParcels(allParcels)
    setText('')
  }
  return { text, setText, typed, scanError, allParcels, addParcel }
}

type Pricing = ReturnType<typeof pricingOf>

/** The printer says the price of shipping for customers with agreed prices, and why it is above the agreed one. */
export function pricingOf({ enterprise, agreedPrices }: PrintJob, price: number | string, reason: string) {
  const agreed = agreedPrices?.shippingTotal ?? null
  const exceeded = enterprise && agreed !== null && isDearer(Number(price), agreed) ? agreed : null
  return {
    agreed,
    /** The agreed price, if the price is above it. */
    exceeded,
    isComplete: !enterprise || (price !== '' && (exceeded === null || reason.trim() !== '')),
    fields: {
      ...(enterprise ? { shippingTotal: Number(price) } : {}),
      ...(exceeded === null ? {} : { reason: reason.trim() }),
    },
  }
}

const untracked = [
  {
    masterTrackingNumber: '',
    carrier: '',
    packages: [{ trackingNumber: '', altTrackingNumber: '', trackingUrl: '' }],
  },
]

type Sending = { job: PrintJob; isUntracked: boolean; pricing: Pricing; close: () => void }

export function useSendShipment({ job, isUntracked, pricing, close }: Sending) {
  const queries = useQueryClient()
  const confirmCarriers = useConfirmCarriers()
  const [isAsking, setAsking] = useState(false)
  const { tell, isPending, error, tooLate } = useSendMessage({
    job,
    act: 'ship',
    async message({ what, parcels }: { what: 'all' | 'some'; parcels: Parcel[] }) {
      const shipments = isUntracked && parcels.length === 0 ? untracked : await shipmentsOf(queries, parcels)
      return what === 'some'
        ? { kind: 'packages', body: { shipments } }
        : { kind: 'ship', body: { shipments, ...pricing.fields } }
    },
    done: ({ what }) =>
      what === 'all'
        ? t('{order} shipped', { order: orderName(job) })
        : t('Parcels recorded. The job stays open for more.'),
    close,
  })
  async function send(what: 'all' | 'some', parcels: Parcel[]) {
    setAsking(true)
    try {
      if (await confirmCarriers(parcels)) tell({ what, parcels })
    } finally {
      setAsking(false)
    }
  }
  return { send, isPending: isPending || isAsking, error, tooLate }
}

/** The label of a parcel without a recognized carrier may have been misread: a person decides. */
function useConfirmCarriers() {
  const queries = useQueryClient()
  const confirm = useConfirm()
  return async (parcels: Parcel[]): Promise<boolean> => {
    const unknown = (await carriersOf(queries, parcels))
      .filter(({ carrier }) => carrier === '')
      .map(parcel => parcel.number)
    if (unknown.length === 0) return true
    return confirm({
      title: t('{count, plural, one {Carrier not recognized} other {# carriers not recognized}}', {
        count: unknown.length,
      }),
      text: (
        <>
          {t(
            '{count, plural, one {This number matches} other {These numbers match}} no carrier, so the customer gets no tracking link. Check the label, or choose the carrier.',
            { count: unknown.length },
          )}
          {unknown.map(parcel => (
            <span key={parcel} className="mono wrap" style={{ display: 'block' }}>
              {parcel}
            </span>
          ))}
        </>
      ),
      confirmLabel: t('Ship without a carrier'),
      cancelLabel: t('Check the label'),
      danger: true,
    })
  }
}
