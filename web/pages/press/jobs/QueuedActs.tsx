// Acts on a job from this device that are still queued or were refused, above everything else about the job.

import { Alert } from '@mantine/core'
import { CircleAlert, CloudUpload } from 'lucide-react'
import { t } from '../../../language.ts'
import { QueuedActLine } from '../../../shell/offline/QueuedActLine.tsx'
import { useQueue } from '../../../shell/offline/useQueue.ts'
import { isWaiting } from './queuedJobs.tsx'

export function QueuedActs({ jobId }: { jobId: string }) {
  const acts = useQueue().own.filter(act => act.jobId === jobId)
  if (acts.length === 0) return null
  const isFine = acts.every(isWaiting)
  return (
    <Alert
      color={isFine ? 'orange' : 'red'}
      mb="md"
      role={isFine ? undefined : 'alert'}
      icon={isFine ? <CloudUpload size={18} /> : <CircleAlert size={18} />}
      title={t(isFine ? 'Queued on this device' : 'Not everything that you did was accepted')}
    >
      {acts.map(act => (
        <div key={act.key}>
          <QueuedActLine act={act} />
        </div>
      ))}
    </Alert>
  )
}
