// The purchase of the label of a parcel: its books, its box, and its weight. A weight that a missing or wrong book
// explains stops before the purchase.

import { Alert, Button, Group, NumberInput, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, Printer } from 'lucide-react'
import { useState } from 'react'
import { ApiProblem, api } from '../../../api.ts'
import type { ListJobLabelsAnswerParcel, PrintJob } from '../../../apiTypes.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { separators } from '../../../components/forms/separators.ts'
import { number } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { contentsOf } from './jobTexts.ts'
import { downloadLabel, labelsKey } from './labelFiles.ts'

/** `copies` is null where the books of the parcel are not planned. */
export type Planned = Omit<ListJobLabelsAnswerParcel, 'copies'> & { copies: number[] | null }

/** Of a job that no box holds: a person chooses. */
export const unplanned = (parcel: number): Planned => ({
  ...{ parcel, box: '', copies: null, weightOunces: 0, minOunces: 0, maxOunces: Number.POSITIVE_INFINITY },
})

type PurchaseProps = { job: PrintJob; planned: Planned; boxes: string[] }

export function LabelPurchase({ job, planned, boxes }: PurchaseProps) {
  const { jobId, customs } = job
  const queries = useQueryClient()
  const { parcel, weightOunces, minOunces, maxOunces } = planned
  /** Of each item, as the packer packed them; null: as planned. */
  const [copies, setCopies] = useState<number[] | null>(null)
  const [box, setBox] = useState<string | null>(planned.box || null)
  const [weight, setWeight] = useState<number | string>('')
  const [isDoubted, setDoubted] = useState(false)
  const buy = useAction({
    mutationFn: (acceptWeight: boolean) =>
      api.POST('/press/jobs/{jobId}/labels', {
        params: { path: { jobId } },
        body: {
          parcel,
          ...(box === null || box === planned.box ? {} : { box }),
          ...(copies === null ? {} : { copies }),
          ...(weight === '' ? {} : { weightOunces: Number(weight) }),
          ...(acceptWeight ? { acceptWeight } : {}),
        },
      }),
    async onSuccess(label) {
      await queries.invalidateQueries({ queryKey: labelsKey(jobId) })
      if (label.status === 'bought') await downloadLabel(jobId, label, customs !== null)
    },
  })
  const refusal = buy.error instanceof ApiProblem && isAboutWeight(buy.error) ? buy.error.message : null
  const isAsPlanned = copies === null && box === planned.box
  const isOff = weight !== '' && isAsPlanned && (Number(weight) < minOunces || Number(weight) > maxOunces)
  /** Other books, another box or another weight are another question. */
  const ask = () => {
    setDoubted(false)
    if (!buy.isPending) buy.reset()
  }
  return (
    <Stack gap="xs">
      <FormError error={refusal === null ? buy.error : null} />
      {isDoubted || refusal !== null ? (
        <Alert color="red" role="alert" icon={<CircleAlert size={18} />}>
          {refusal ??
            t(
              'The scale shows {scale} oz, but this parcel weighs {computed} oz. Is a book missing, or the wrong one?',
              {
                scale: number(Number(weight)),
                computed: number(weightOunces),
              },
            )}
          <Group mt="xs">
            <Button size="md" color="red" variant="light" onClick={() => buy.mutate(true)} loading={buy.isPending}>
              {t('Books are right')}
            </Button>
          </Group>
        </Alert>
      ) : null}
      <Books
        {...{ job, planned, copies }}
        change={changed => {
          setCopies(changed)
          ask()
        }}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        <Select
          size="md"
          label={t('Box of parcel {number}', { number: number(parcel) })}
          placeholder={t('Choose a box')}
          data={boxes}
          value={box}
          onChange={value => {
            setBox(value)
            ask()
          }}
        />
        <NumberInput
          size="md"
          label={t('Weight of parcel {number}', { number: number(parcel) })}
          placeholder={weightOunces === 0 ? '' : `${number(weightOunces)} oz`}
          suffix=" oz"
          {...separators}
          decimalScale={1}
          min={0}
          hideControls
          value={weight}
          onChange={value => {
            setWeight(value)
            ask()
          }}
        />
      </SimpleGrid>
      <Group className="fillRow">
        <Button
          size="md"
          leftSection={<Printer size={18} />}
          disabled={box === null || (planned.copies === null && copies === null && weight === '')}
          loading={buy.isPending}
          onClick={() => (isOff ? setDoubted(true) : buy.mutate(false))}
        >
          {t('Buy and print label')}
        </Button>
      </Group>
    </Stack>
  )
}

type BooksProps = {
  job: PrintJob
  planned: Planned
  copies: number[] | null
  change: (copies: number[] | null) => void
}

/** The books of a parcel, as planned until the packer names others. */
function Books({ job, planned, copies, change }: BooksProps) {
  if (copies === null)
    return (
      <Group justify="space-between" gap="xs">
        {planned.copies === null ? null : (
          <Text className="wrap">{contentsOf(job, { ...planned, copies: planned.copies })}</Text>
        )}
        <Button
          size="md"
          variant="subtle"
          onClick={() => change(planned.copies ?? job.items.map(() => 0))}
          aria-label={t('Choose the books of parcel {number}', { number: number(planned.parcel) })}
        >
          {t('Choose books')}
        </Button>
      </Group>
    )
  return (
    <Stack gap="xs">
      {job.items.map(({ quantity, book, title }, i) => (
        <NumberInput
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a job never change their order
          key={i}
          size="md"
          label={t('Copies of {book} in parcel {number}', {
            book: title ?? book.name,
            number: number(planned.parcel),
          })}
          {...separators}
          allowDecimal={false}
          min={0}
          max={quantity}
          value={copies[i]!}
          onChange={count => change(copies.with(i, Number(count)))}
        />
      ))}
      <Group justify="flex-end">
        <Button size="md" variant="subtle" onClick={() => change(null)}>
          {t('As planned')}
        </Button>
      </Group>
    </Stack>
  )
}

export const isAboutWeight = ({ errors }: ApiProblem): boolean => errors.some(({ code }) => code === 'weight_differs')
