// The labels of a job's parcels, where the service buys them: the labels that are still to buy, the files, and giving a
// label back.

import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../../api.ts'
import type { PrintJob, ShippingLabel } from '../../../apiTypes.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { useOnline } from '../../../components/feedback/online.ts'
import { useConfirm } from '../../../components/forms/Confirm.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { number } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import classes from './Job.module.css'
import { contentsOf } from './jobTexts.ts'
import { LabelFormatChoice } from './LabelFormatChoice.tsx'
import { LabelPurchase, type Planned, unplanned } from './LabelPurchase.tsx'
import { labelsKey } from './labelFiles.ts'
import type { Parcel } from './shipments.ts'

const invoiceOf = (jobId: string, { labelId }: ShippingLabel) => `/press/jobs/${jobId}/labels/${labelId}/invoice`
const fileOf = (jobId: string, { labelId }: ShippingLabel, format: 'PDF' | 'ZPL') =>
  `/press/jobs/${jobId}/labels/${labelId}/file?format=${format}`

type LabelsProps = {
  job: PrintJob
  recorded: string[]
  add: (parcels: Parcel[]) => void
  remove: (number: string) => void
}

/** Nothing where labels are made elsewhere. `add` gets each parcel whose label was bought, once. */
export function Labels({ job, recorded, add, remove }: LabelsProps) {
  const { jobId, customs } = job
  const isOnline = useOnline()
  const { data } = useQuery({
    queryKey: labelsKey(jobId),
    queryFn: () => api.GET('/press/jobs/{jobId}/labels', { params: { path: { jobId } } }),
    enabled: isOnline,
    retry: false,
    // A label whose purchase has no known outcome is asked for again.
    refetchInterval: ({ state }) => (state.data?.labels.some(isPending) ? 5000 : false),
  })
  const added = useRef(new Set(recorded))
  const bought = (data?.labels ?? []).filter(({ status }) => status === 'bought')
  useEffect(() => {
    const fresh = bought.filter(({ trackingNumber }) => !added.current.has(trackingNumber!))
    if (fresh.length === 0) return
    for (const { trackingNumber } of fresh) added.current.add(trackingNumber!)
    add(fresh.map(({ trackingNumber, carrier }) => ({ number: trackingNumber!, carrier })))
  })
  // Of labels that were given back, here or by another person. One that is not refunded may be entered again by hand.
  const removed = useRef(new Set<string>())
  useEffect(() => {
    for (const { status, trackingNumber } of data?.labels ?? []) {
      if (status === 'bought' || trackingNumber === null || removed.current.has(trackingNumber)) continue
      removed.current.add(trackingNumber)
      remove(trackingNumber)
    }
  })
  if (!data?.sellsLabels) return null
  const labels = data.labels.filter(({ status }) => status !== 'voided')
  const held = labels.filter(holdsParcel).map(({ parcel }) => parcel)
  const isOpen = ({ parcel }: { parcel: number }) => !held.includes(parcel)
  const next = Math.max(0, ...held) + 1
  const planned: Planned[] = data.parcels.length > 0 ? data.parcels.filter(isOpen) : [unplanned(next)]
  return (
    <Stack gap="sm" role="group" aria-label={t('Labels')}>
      <Group justify="space-between" gap="xs">
        <LabelFormatChoice />
        {data.isSample ? <Badge color="orange">{t('Sample labels: not for mailing')}</Badge> : null}
      </Group>
      {labels.map(label => (
        <LabelLine
          key={label.labelId}
          {...{ jobId, label, remove }}
          contents={data.parcels.filter(({ parcel }) => parcel === label.parcel).map(plan => contentsOf(job, plan))}
          passesCustoms={customs !== null}
        />
      ))}
      {planned.map(parcel => (
        <LabelPurchase
          key={[parcel.parcel, parcel.box, ...(parcel.copies ?? [])].join()}
          job={job}
          planned={parcel}
          boxes={data.boxes}
        />
      ))}
    </Stack>
  )
}

/** The labels of parcels of a shipped job that came back, and that the staff send again. */
export function ResentParcels({ job: { jobId, customs } }: { job: PrintJob }) {
  const { data } = useQuery({
    queryKey: labelsKey(jobId),
    queryFn: () => api.GET('/press/jobs/{jobId}/labels', { params: { path: { jobId } } }),
    retry: false,
  })
  const labels =
    data?.labels.filter(({ resends, status }) => resends !== null && status !== 'failed' && status !== 'voided') ?? []
  if (labels.length === 0) return null
  return (
    <Section title={t('Parcels to send again')}>
      {labels.map(label => (
        <LabelLine
          key={label.labelId}
          {...{ jobId, label }}
          contents={[]}
          remove={() => {}}
          passesCustoms={customs !== null}
        />
      ))}
    </Section>
  )
}

/** While the carrier decides about the refund of a label, its parcel may have another. */
export const holdsParcel = ({ status, trackingNumber }: ShippingLabel): boolean =>
  status === 'requested' || status === 'bought' || (status === 'void_requested' && trackingNumber === null)

const isPending = (label: ShippingLabel): boolean => holdsParcel(label) && label.status !== 'bought'

/** To print them again after the job has ended. */
export function LabelsOfEndedJob({ job: { jobId, customs } }: { job: PrintJob }) {
  const isOnline = useOnline()
  const { data } = useQuery({
    queryKey: labelsKey(jobId),
    queryFn: () => api.GET('/press/jobs/{jobId}/labels', { params: { path: { jobId } } }),
    enabled: isOnline,
    retry: false,
  })
  const bought = (data?.labels ?? []).filter(({ status, resends }) => status === 'bought' && resends === null)
  if (bought.length === 0) return null
  return (
    <Section title={t('Labels')}>
      <Stack gap="sm">
        {bought.map(label => (
          <LabelLine
            key={label.labelId}
            {...{ jobId, label }}
            contents={[]}
            passesCustoms={customs !== null}
            remove={null}
          />
        ))}
      </Stack>
    </Section>
  )
}

/** `remove` is null when the label is used, and cannot be given back. */
type LineProps = {
  jobId: string
  label: ShippingLabel
  contents: string[]
  passesCustoms: boolean
  remove: LabelsProps['remove'] | null
}

function LabelLine({ jobId, label, contents, passesCustoms, remove }: LineProps) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const { labelId, status, trackingNumber, carrier, service, problem, parcel, resends } = label
  const canBeVoided = status === 'bought' || status === 'requested'
  const giveBack = useAction({
    mutationFn: () => api.POST('/press/jobs/{jobId}/labels/{labelId}/void', { params: { path: { jobId, labelId } } }),
    onSuccess(after) {
      if (after.status !== 'bought' && trackingNumber !== null) remove?.(trackingNumber)
      return queries.invalidateQueries({ queryKey: labelsKey(jobId) })
    },
  })
  const askToVoid = async () => {
    const isSure = await confirm({
      title: t('Void the label?'),
      text: t(
        resends === null
          ? 'The carrier gets it back. Do not use the printed label.'
          : 'The carrier gets it back. Do not use the printed label. Support decides about the returned parcel again.',
      ),
      confirmLabel: t('Void label'),
      danger: true,
    })
    if (isSure) giveBack.mutate()
  }
  return (
    <div className={classes.label}>
      <FormError error={giveBack.error} />
      <Group justify="space-between" gap="xs">
        <Stack gap={0}>
          <Text className="mono wrap">{trackingNumber ?? t('Parcel {number}', { number: number(parcel) })}</Text>
          <Text size="sm" c="dimmed">
            {[statusText(status), carrier, service].filter(Boolean).join(' · ')}
          </Text>
          {contents.map(line => (
            <Text key={line} size="sm" className="wrap">
              {line}
            </Text>
          ))}
          {problem === null ? null : (
            <Text size="sm" c="red" className="wrap">
              {problem}
            </Text>
          )}
        </Stack>
        <Group gap="xs">
          {status === 'bought'
            ? (['PDF', 'ZPL'] as const).map(format => (
                <Button
                  key={format}
                  size="md"
                  variant="default"
                  component="a"
                  href={fileOf(jobId, label, format)}
                  download
                  aria-label={t('Label as {format}', { format })}
                >
                  {format}
                </Button>
              ))
            : null}
          {status === 'bought' && passesCustoms ? (
            <Button size="md" variant="default" component="a" href={invoiceOf(jobId, label)} download>
              {t('Invoice')}
            </Button>
          ) : null}
          {remove !== null && canBeVoided ? (
            <Button size="md" variant="subtle" color="red" loading={giveBack.isPending} onClick={askToVoid}>
              {t('Void')}
            </Button>
          ) : null}
        </Group>
      </Group>
    </div>
  )
}

function statusText(status: ShippingLabel['status']): string {
  switch (status) {
    case 'requested':
      return t('Waiting for the carrier')
    case 'void_requested':
      return t('Void requested')
    case 'not_refunded':
      return t('Not refunded: the carrier keeps the money')
    case 'failed':
      return t('Not bought')
    default:
      return ''
  }
}
