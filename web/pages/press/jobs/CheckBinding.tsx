// Compares covers and pages at binding, by scans alone: the code of a cover, then that of its page 1, or the other
// way round. A mismatch stops the station until a person has decided, also after a reload.

import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BookCheck, CircleAlert, CircleCheck, OctagonAlert, ScanBarcode } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import { errorText } from '../../../components/feedback/Failure.tsx'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { LongList } from '../../../components/layout/LongList.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { RelativeTime } from '../../../components/layout/Values.tsx'
import { rich, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { orderName } from '../../../shell/offline/orderName.ts'
import { useBindingCodes } from '../../../shell/orders/bindingCodes.ts'
import { chime, useSound } from '../../../shell/orders/CancellationRequests.tsx'
import { useDraft } from '../../../shell/session/session.ts'
import classes from './CheckBinding.module.css'
import { statusLooks } from './jobTexts.ts'
import scanClasses from './ShipByScanning.module.css'

type Checked = ResponseBody<'/press/binding/checks', 'post'>
type Part = NonNullable<Checked['parts'][number]>
type Mismatch = ResponseBody<'/press/binding/mismatches'>['mismatches'][number]
type Notice = { tone: 'bad' | 'good'; text: string }

const shownMatches = 10
/** Mismatches that are shown in full; the others are rows. */
const shownInFull = 3
/** Mismatches that other stations find or decide. */
const refetchMs = 30_000
const partNames = { cover: t('Cover'), guts: t('Pages [[of a book]]') }

export function Page() {
  const queries = useQueryClient()
  const hasCodes = useBindingCodes()
  const [sound] = useSound()
  const field = useRef<HTMLInputElement>(null)
  const draft = useDraft<string>('binding mismatch')
  const [text, setText] = useState('')
  const [first, setFirst] = useState<string | null>(null)
  /** The mismatch that was found here: it stops this station. */
  const [found, setFound] = useState<string | null>(() => draft.read() ?? null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [matched, setMatched] = useState<Part[]>([])
  useEffect(() => {
    if (found === null) draft.clear()
    else draft.save(found)
  }, [draft, found])
  const open = useQuery({
    queryKey: ['press', 'mismatches'],
    queryFn: () => api.GET('/press/binding/mismatches'),
    refetchInterval: refetchMs,
  })
  const mismatches = open.data?.mismatches ?? []
  // Mismatches found here stay in sight, although other stations find more.
  const byUrgency = [...mismatches.filter(isFound), ...mismatches.filter(mismatch => !isFound(mismatch))]
  const isDecided = found !== null && open.isFetched && !open.isFetching && !mismatches.some(isFound)
  function isFound({ mismatchId }: Mismatch) {
    return mismatchId === found
  }
  useEffect(() => {
    if (isDecided) setFound(null)
  }, [isDecided])

  const focus = () => field.current?.focus({ preventScroll: true })
  const stop = (text: string) => {
    setNotice({ tone: 'bad', text })
    if (sound === 'on') chime()
  }
  const check = useAction({
    mutationFn: (scanned: [string, string]) => api.POST('/press/binding/checks', { body: { scanned } }),
    onSuccess({ outcome, mismatchId, parts }) {
      setFirst(null)
      if (mismatchId !== null) {
        setFound(mismatchId)
        setNotice(null)
        if (sound === 'on') chime()
        return queries.invalidateQueries({ queryKey: ['press'] })
      }
      const [part] = parts
      const problem = outcome === 'match' ? whyNotBound(part!) : problemOf(outcome, parts)
      if (problem !== null) return stop(problem)
      setMatched(before => [part!, ...before].slice(0, shownMatches))
      setNotice({ tone: 'good', text: t('Match: {book}', { book: nameOf(part!) }) })
    },
    onError: error => stop(t('Not checked: {reason} Scan both codes again.', { reason: errorText(error) })),
    onSettled: focus,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const scanned = text.trim()
    setText('')
    if (scanned === '' || check.isPending) return
    if (found !== null) return stop(t('Decide about the parts that did not match first.'))
    setNotice(null)
    if (first === null) return setFirst(scanned)
    if (first === scanned) return stop(t('This is the same code again. Scan the code of the other part.'))
    setFirst(null)
    check.mutate([first, scanned])
  }
  const resolve = useAction({
    mutationFn: ({ mismatchId }: Mismatch) =>
      api.POST('/press/binding/mismatches/{mismatchId}/resolve', { params: { path: { mismatchId } } }),
    async onSuccess() {
      setNotice({ tone: 'good', text: t('The jobs continue. Scan the right parts once more before you bind them.') })
      await queries.invalidateQueries({ queryKey: ['press'] })
    },
    async onError(error) {
      stop(errorText(error))
      await queries.invalidateQueries({ queryKey: ['press', 'mismatches'] })
    },
    onSettled: focus,
  })

  const decisionOf = (mismatch: Mismatch): Decision => ({
    isPending: resolve.isPending && resolve.variables.mismatchId === mismatch.mismatchId,
    resolve: () => resolve.mutate(mismatch),
  })

  const prompt = t(first === null ? 'Scan the code of a cover or of page 1' : 'Scan the code of the other part')
  return (
    <PageFrame
      title={t('Check binding')}
      about={t('Scan a cover, then page 1 of the pages. The codes are at the edge, outside the trim.')}
    >
      {hasCodes === false ? (
        <Alert color="orange" mb="md" icon={<CircleAlert size={18} />} title={t('No binding codes')}>
          {t('The files of your jobs have no codes. The operator can switch them on for your printer.')}
        </Alert>
      ) : null}
      <form onSubmit={submit}>
        <TextInput
          ref={field}
          className={scanClasses.scan}
          aria-label={prompt}
          placeholder={prompt}
          leftSection={<ScanBarcode size={24} />}
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      </form>
      {byUrgency.slice(0, shownInFull).map(mismatch => (
        <Stopped key={mismatch.mismatchId} mismatch={mismatch} {...decisionOf(mismatch)} />
      ))}
      {notice === null ? null : (
        <Alert
          mb="md"
          color={notice.tone === 'bad' ? 'red' : 'teal'}
          role={notice.tone === 'bad' ? 'alert' : 'status'}
          icon={notice.tone === 'bad' ? <CircleAlert size={18} /> : <CircleCheck size={18} />}
        >
          <Text className="wrap" fw={500}>
            {notice.text}
          </Text>
        </Alert>
      )}
      {first === null ? null : (
        <Group mb="md" justify="space-between" className="fillRow">
          <Text>
            {rich('Scanned: <mono>{code}</mono>', {
              code: first,
              mono: text => <span className="mono wrap">{text}</span>,
            })}
          </Text>
          <Button
            size="md"
            variant="subtle"
            onClick={() => {
              setFirst(null)
              focus()
            }}
          >
            {t('Start over')}
          </Button>
        </Group>
      )}
      {matched.length > 0 ? (
        <Section title={t('Matched here')}>
          <ul className={classes.parts}>
            {matched.map((part, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the newest comes first, and each may occur twice
              <li key={i}>
                <PartLink part={part} />
              </li>
            ))}
          </ul>
        </Section>
      ) : first === null && mismatches.length === 0 && notice === null ? (
        <EmptyState icon={BookCheck} title={t('Nothing scanned yet')}>
          {t('Parts of different books stop their jobs until somebody here has put them right.')}
        </EmptyState>
      ) : null}
      {byUrgency.length > shownInFull ? (
        <Section
          title={t('More parts that must not be bound')}
          about={t('The jobs of these parts are stopped too.')}
          flush
        >
          <LongList
            bare
            label={t('More parts that must not be bound')}
            rows={byUrgency.slice(shownInFull)}
            columns={columnsWith(decisionOf)}
            keyOf={({ mismatchId }) => mismatchId}
            textOf={({ parts }) => parts.map(part => (part === null ? '' : nameOf(part))).join(' ')}
          />
        </Section>
      ) : null}
    </PageFrame>
  )
}

const nameOf = (part: Part) => t('{order}, book {book}', { order: orderName(part), book: part.book })

/** Why a book whose parts match must not be bound; null if it may. */
function whyNotBound(part: Part): string | null {
  const { status, cancellationRequested } = part
  const book = nameOf(part)
  if (cancellationRequested) return t('{book}: the parts match, but the customer asked to cancel.', { book })
  const isOpen = ['NEW', 'RECEIVED', 'ACCEPTED', 'PRINTED'].includes(status)
  if (isOpen) return null
  return t('{book}: the parts match, but the job is “{status}”.', { book, status: statusLooks[status].label })
}

function problemOf(outcome: Checked['outcome'], parts: Checked['parts']): string {
  if (outcome === 'same_part') {
    return t(
      'Both codes are of {part, select, cover {covers} guts {pages} other {tickets}}. Scan a cover and its page 1.',
      { part: parts[0]?.part ?? 'ticket' },
    )
  }
  if (outcome === 'has_code') return t('This part has a code of its own. Scan the code instead of the ticket.')
  return t('One of the scans is no code of your jobs. Scan both again.')
}

function PartLink({ part }: { part: Part }) {
  return (
    <AppLink to={`/jobs/${part.jobId}`} className="wrap" inherit>
      {nameOf(part)}
    </AppLink>
  )
}

const kindOf = (part: Part | null): string =>
  part?.part == null ? t(part === null ? 'Unknown code' : 'Ticket') : partNames[part.part]

type Decision = { isPending: boolean; resolve: () => void }

const columnsWith = (decisionOf: (mismatch: Mismatch) => Decision): Column<Mismatch>[] => [
  {
    title: t('Parts'),
    cell: ({ parts }) => (
      <div>
        {parts.map((part, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts that never move
          <div key={i}>
            <Text span inherit c="dimmed">
              {kindOf(part)}
            </Text>{' '}
            {part === null ? t('Of no job at this desk') : <PartLink part={part} />}
          </div>
        ))}
      </div>
    ),
  },
  { title: t('Scanned'), cell: ({ foundAt }) => <RelativeTime at={foundAt} /> },
  {
    title: t('Decide'),
    isActions: true,
    cell: mismatch => {
      const { isPending, resolve } = decisionOf(mismatch)
      return (
        <Button size="md" variant="light" color="red" loading={isPending} onClick={resolve}>
          {t('The right parts are together')}
        </Button>
      )
    },
  },
]

type StoppedProps = { mismatch: Mismatch } & Decision

function Stopped({ mismatch: { parts, foundAt }, isPending, resolve }: StoppedProps) {
  return (
    <section className={classes.stopped} role="alert" aria-label={t('Do not bind')}>
      <Group gap="sm" wrap="nowrap" align="center">
        <OctagonAlert size={36} aria-hidden className={classes.icon} />
        <Text component="h2" size="xl" fw={700}>
          {t('Do not bind: these parts belong to different books')}
        </Text>
      </Group>
      <dl className={classes.details}>
        {parts.map((part, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts that never move
          <div key={i}>
            <dt>{kindOf(part)}</dt>
            <dd>{part === null ? t('Of no job at this desk') : <PartLink part={part} />}</dd>
          </div>
        ))}
      </dl>
      <Text mb="md">
        {rich('Scanned {time}. The jobs are stopped, and the staff know.', {
          time: <RelativeTime at={foundAt} />,
        })}{' '}
        {t('Find the parts that belong together, and look at the stack for others that were swapped.')}{' '}
        {t('A part that is missing or damaged is reported as a problem of its job.')}
      </Text>
      <Button size="md" color="red" loading={isPending} onClick={resolve}>
        {t('The right parts are together')}
      </Button>
    </section>
  )
}
