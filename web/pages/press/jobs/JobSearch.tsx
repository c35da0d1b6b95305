// Finds any job of this printer, open or not, by its id or by the customer's order id. A scanner types the id and
// presses Enter, so the field has the focus, except on small screens, where an on-screen keyboard would cover the list.

import { Paper, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ScanBarcode } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PrintJob } from '../../../apiTypes.ts'
import { errorText } from '../../../components/feedback/Failure.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { Day, number, RelativeTime } from '../../../components/layout/Values.tsx'
import { Status } from '../../../components/orders/Status.tsx'
import { rich, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { useCamera } from './Camera.tsx'
import { findJobs } from './findJobs.ts'
import classes from './JobSearch.module.css'
import { booksOf, dueDayOf, isOpen, statusLooks } from './jobTexts.ts'

/** A tablet or larger. */
const isLargeScreen = () => window.matchMedia('(min-width: 48em)').matches
const isDialogOpen = () => document.querySelector('[role="dialog"]') !== null

const nothing = { data: undefined, error: null, isSuccess: false }

export function JobSearch() {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    if (isLargeScreen() && !isDialogOpen()) field.current?.focus({ preventScroll: true })
  }, [])
  const queries = useQueryClient()
  const find = useAction({
    mutationFn: (id: string) => findJobs(queries, id),
    onSuccess(matches) {
      const [only, ...others] = matches
      if (only !== undefined && others.length === 0) void navigate({ to: `/jobs/${only.jobId}` })
      else field.current?.select()
    },
    onError: () => field.current?.select(),
  })
  const camera = useCamera(code => {
    setText(code)
    find.mutate(code)
  })
  /** Matches are shown until the input changes. */
  const { data: found = [], error, isSuccess } = find.variables === text.trim() ? find : nothing
  const notFoundText =
    isSuccess && found.length === 0 ? t('No job found. Check the order ID, or scan the ticket again.') : null
  return (
    <>
      <Form
        submit={() => {
          const id = text.trim()
          if (id !== '') find.mutate(id)
        }}
      >
        <TextInput
          ref={field}
          data-search
          className={classes.field}
          mb="sm"
          size="md"
          aria-label={t('Scan a job ticket or enter an order ID')}
          placeholder={t('Scan a job ticket or enter an order ID')}
          leftSection={<ScanBarcode size={18} />}
          rightSection={camera.button}
          rightSectionWidth={48}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          error={error ? errorText(error) : notFoundText}
          errorProps={{ role: 'alert' }}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      </Form>
      {camera.panel}
      {found.length > 1 ? <Choice order={text.trim()} jobs={found} /> : null}
    </>
  )
}

const Choice = ({ order, jobs }: { order: string; jobs: PrintJob[] }) => (
  <Paper component="section" aria-label={t('Jobs found')} mb="md" className={classes.matches}>
    <Text fw={600} role="status" className="wrap">
      {t('{count} jobs for order {order}', { count: number(jobs.length), order })}
    </Text>
    <ul>
      {jobs.map(job => (
        <li key={job.jobId}>
          <AppLink to={`/jobs/${job.jobId}`} className={classes.match}>
            <Status {...statusLooks[job.status]} />
            <span className="wrap">
              {t('{book} for {recipient}', { book: booksOf(job)[0]!, recipient: job.destination.name })}
            </span>
            <Text span size="sm" c="dimmed">
              <When job={job} />
            </Text>
          </AppLink>
        </li>
      ))}
    </ul>
  </Paper>
)

function When({ job }: { job: PrintJob }) {
  const due = dueDayOf(job)
  if (!isOpen(job)) return <RelativeTime at={job.updatedAt} />
  return due === null ? null : rich('due {day}', { day: <Day day={due} /> })
}
