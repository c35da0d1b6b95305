// A message about a job that takes a while to type. If somebody else ships or ends the job meanwhile, the dialog says
// so, and the input stays on the screen until the dialog is closed.

import { Alert } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../../api.ts'
import type { PrintJob } from '../../../apiTypes.ts'
import { showToast } from '../../../components/feedback/toast.ts'
import { useAction } from '../../../shell/frame/action.ts'
import type { Act } from '../../../shell/offline/queuedActs.ts'
import classes from './Job.module.css'
import { type JobAction, tooLateText } from './jobTexts.ts'
import { usePerform } from './queuedJobs.tsx'

type MessageOptions<Sent> = {
  job: PrintJob
  act: JobAction
  message: (sent: Sent) => Act | Promise<Act>
  done: (sent: Sent) => string
  close: () => void
}

/**
 * Sends a message to the service, or queues it without a connection, and refreshes everything. `tooLate` is why it is
 * no longer possible.
 */
export function useSendMessage<Sent = void>({ job, act, message, done, close }: MessageOptions<Sent>) {
  const queries = useQueryClient()
  const perform = usePerform()
  const { mutate, isIdle, isPending, error } = useAction({
    mutationFn: async (sent: Sent) => perform(job, await message(sent)),
    onSuccess(outcome, sent) {
      if (outcome === 'sent') showToast(done(sent))
      close()
    },
    onError: () => queries.invalidateQueries({ queryKey: ['press'] }),
  })
  // A message that is being sent, or whose response was lost, may itself have ended the job: it can be sent again.
  const isRefused = error instanceof ApiProblem && error.code === 'wrong_state'
  return { tell: mutate, isPending, error, tooLate: isIdle || isRefused ? tooLateText(act, job) : null }
}

export const TooLate = ({ title, children }: { title: string; children: ReactNode }) => (
  <Alert
    color="orange"
    icon={<CircleAlert size={18} />}
    title={title}
    role="alert"
    tabIndex={-1}
    data-autofocus
    className={classes.focusTarget}
  >
    {children}
  </Alert>
)
