// A message about a job that takes a while to type. Somebody else may ship or end the job meanwhile: whoever types is
// told, and what they typed stays before them until they close it.

import { Alert } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../../api.ts'
import type { PrintJob } from '../../../apiTypes.ts'
import { said } from '../../../components/toast.ts'
import { useAct } from '../../../shell/act.ts'
import classes from './Job.module.css'
import { type Act, tooLateTo } from './words.ts'

type Telling<Told> = {
  job: PrintJob
  act: Act
  tell: (told: Told) => Promise<unknown>
  done: (told: Told) => string
  close: () => void
}

/** Sends a message to the service, confirms it, and refreshes everything. `tooLate` is why it is no longer possible. */
export function useTelling<Told = void>({ job, act, tell, done, close }: Telling<Told>) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['press'] })
  const { mutate, isIdle, isPending, error } = useAct({
    mutationFn: tell,
    async onSuccess(_job, told) {
      await refresh()
      said(done(told))
      close()
    },
    onError: refresh,
  })
  // A message that is under way, or whose answer was lost, may itself be what ended the job: it can be sent again.
  const isRefused = error instanceof ApiProblem && error.code === 'wrong_state'
  return { tell: mutate, isPending, error, tooLate: isIdle || isRefused ? tooLateTo(act, job) : null }
}

export const TooLate = ({ title, children }: { title: string; children: ReactNode }) => (
  <Alert
    color="orange"
    variant="light"
    icon={<CircleAlert size={18} />}
    title={title}
    role="alert"
    tabIndex={-1}
    data-autofocus
    className={classes.told}
  >
    {children}
  </Alert>
)
