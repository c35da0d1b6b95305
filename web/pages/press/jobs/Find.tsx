// Finds any job of this printer, open or over, by its own id or by the customer's id of the order. A scanner types what
// it reads and presses Enter, so the field has the focus wherever there is no keyboard on the screen to cover the list.

import { Paper, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ScanBarcode } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiProblem, api, ask } from '../../../api.ts'
import type { PrintJob } from '../../../apiTypes.ts'
import { adviceOf } from '../../../components/Failure.tsx'
import { GoTo } from '../../../components/GoTo.tsx'
import { Status } from '../../../components/Status.tsx'
import { Ago, Day } from '../../../components/Values.tsx'
import { useAct } from '../../../shell/act.ts'
import classes from './Find.module.css'
import { booksOf, dueOf, isOpen, statusWords } from './words.ts'

/** A tablet or larger. */
const isRoomy = () => window.matchMedia('(min-width: 48em)').matches
const isDialogOpen = () => document.querySelector('[role="dialog"]') !== null

const mostFound = 200
const longestOrderId = 40

/** The one job with that id, or the jobs of the orders with that id, the newest first. */
async function jobsCalled(id: string): Promise<PrintJob[]> {
  const byId = /^job_[0-9A-Za-z]{22,60}$/.test(id) ? await jobWithId(id) : null
  if (byId !== null) return [byId]
  if (id.length > longestOrderId) return []
  const query = { customerOrderId: id, status: 'all', limit: mostFound }
  return (await ask(api.GET('/press/jobs', { params: { query } }))).jobs.reverse()
}

async function jobWithId(jobId: string): Promise<PrintJob | null> {
  try {
    return await ask(api.GET('/press/jobs/{jobId}', { params: { path: { jobId } } }))
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  }
}

const nothing = { data: undefined, error: null, isSuccess: false }

export function Find() {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    if (isRoomy() && !isDialogOpen()) field.current?.focus({ preventScroll: true })
  }, [])
  const find = useAct({
    mutationFn: jobsCalled,
    onSuccess(found) {
      const [only, ...others] = found
      if (only !== undefined && others.length === 0) void navigate({ to: `/jobs/${only.jobId}` as never })
      else field.current?.select()
    },
    onError: () => field.current?.select(),
  })
  /** What was found is shown until something else is typed. */
  const { data: found = [], error, isSuccess } = find.variables === text.trim() ? find : nothing
  const missing = isSuccess && found.length === 0 ? 'No job found. Check the order, or scan the ticket again.' : null
  return (
    <>
      <form
        onSubmit={event => {
          event.preventDefault()
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
          aria-label="Scan a job ticket, or type an order"
          placeholder="Scan a job ticket, or type an order"
          leftSection={<ScanBarcode size={18} />}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          error={error ? adviceOf(error) : missing}
          errorProps={{ role: 'alert' }}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
      </form>
      {found.length > 1 ? <Choice order={text.trim()} jobs={found} /> : null}
    </>
  )
}

const Choice = ({ order, jobs }: { order: string; jobs: PrintJob[] }) => (
  <Paper component="section" aria-label="Jobs found" mb="md" className={classes.choice}>
    <Text fw={600} role="status" className="wrap">
      {jobs.length} jobs for the order {order}
    </Text>
    <ul>
      {jobs.map(job => (
        <li key={job.jobId}>
          <GoTo to={`/jobs/${job.jobId}`} className={classes.found}>
            <Status {...statusWords[job.status]} />
            <span className="wrap">
              {booksOf(job)[0]} for {job.destination.name}
            </span>
            <Text span size="sm" c="dimmed">
              <When job={job} />
            </Text>
          </GoTo>
        </li>
      ))}
    </ul>
  </Paper>
)

function When({ job }: { job: PrintJob }) {
  const due = dueOf(job)
  if (!isOpen(job)) return <Ago at={job.updatedAt} />
  return due === null ? null : (
    <>
      due <Day day={due} />
    </>
  )
}
