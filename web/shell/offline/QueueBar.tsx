// Above every screen of the press desk while acts are queued: how many wait, and how many the service refused.

import { UnstyledButton } from '@mantine/core'
import { CircleAlert, CloudUpload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../language.ts'
import classes from './QueueBar.module.css'
import { useQueue } from './useQueue.ts'

const QueueDialog = lazy(() => import('./QueueDialog.tsx').then(({ QueueDialog }) => ({ default: QueueDialog })))

export function QueueBar() {
  const { own, others } = useQueue()
  const [isOpen, setOpen] = useState(false)
  const refused = own.filter(({ problem }) => problem !== null).length
  const waiting = own.length - refused
  const Icon = refused > 0 ? CircleAlert : CloudUpload
  const counts = [
    refused > 0 &&
      t('{count, plural, one {# action was not accepted} other {# actions were not accepted}}', { count: refused }),
    waiting > 0 && t('{count, plural, one {# action queued} other {# actions queued}}', { count: waiting }),
    own.length === 0 &&
      t('{count, plural, one {# action of another person waits} other {# actions of other people wait}}', {
        count: others.length,
      }),
  ].filter(text => text !== false)
  return (
    <>
      <UnstyledButton className={classes.bar} data-refused={refused > 0 || undefined} onClick={() => setOpen(true)}>
        <Icon size={16} aria-hidden />
        <span role="status">{counts.join(' · ')}</span>
        <span className={classes.review}>{t('Review')}</span>
      </UnstyledButton>
      {isOpen ? (
        <Suspense>
          <QueueDialog close={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
