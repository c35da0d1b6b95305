// The press desk of a printer's people: the explicit list of its screens.

import { Archive, BookCheck, ChartColumn, Layers, ScanBarcode } from 'lucide-react'
import { t } from './language.ts'
import { Frame, type NavGroup } from './shell/frame/Frame.tsx'
import { start } from './shell/frame/start.tsx'
import { restoreAnswers } from './shell/offline/keptAnswers.ts'
import { QueueBar } from './shell/offline/QueueBar.tsx'
import { useQueue, useQueueSending, useSignOutSteps } from './shell/offline/useQueue.ts'
import { useBindingCodes } from './shell/orders/bindingCodes.ts'
import {
  CancellationBar,
  useCancellationRequests,
  useChime,
  useTitleCount,
} from './shell/orders/CancellationRequests.tsx'
import { useLiveUpdates } from './shell/orders/liveUpdates.ts'
import { useScannedTickets } from './shell/orders/scannedTickets.ts'
import { useSession } from './shell/session/session.ts'

const groupsOf = (hasBindingCodes: boolean): NavGroup[] => [
  {
    title: null,
    items: [
      { name: t('Jobs'), to: '/jobs', icon: Layers, shortcut: 'j' },
      { name: t('Ship by scanning'), to: '/ship', icon: ScanBarcode, shortcut: 's' },
      ...(hasBindingCodes ? [{ name: t('Check binding'), to: '/binding', icon: BookCheck, shortcut: 'b' }] : []),
      { name: t('Done'), to: '/done', icon: Archive, shortcut: 'd' },
      { name: t('Reports'), to: '/reports', icon: ChartColumn, shortcut: 'r' },
    ],
  },
]

const affectedKeys = () => [['press']]

function PressFrame() {
  useLiveUpdates('/press/events', affectedKeys)
  const requests = useCancellationRequests()
  useTitleCount(requests.length)
  useChime(requests.length)
  useScannedTickets()
  useQueueSending()
  const { own, others } = useQueue()
  return (
    <Frame
      area={t('press')}
      subtitle={useSession().data?.printer}
      groups={groupsOf(useBindingCodes() ?? false)}
      profilePath="/you"
      bars={[
        ...(requests.length > 0 ? [<CancellationBar key="requests" jobs={requests} />] : []),
        ...(own.length + others.length > 0 ? [<QueueBar key="queue" />] : []),
      ]}
      signOutSteps={useSignOutSteps()}
    />
  )
}

// The worker's files are loaded after those of the first screen. A browser that refuses it works with a connection.
if ('serviceWorker' in navigator && import.meta.env.PROD) {
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/press-worker.js', { scope: '/press' }).catch(() => {})
  })
}

start({
  area: 'press',
  Frame: PressFrame,
  home: '/jobs',
  restore: restoreAnswers,
  openScreens: [{ path: '/wall', load: () => import('./pages/press/wall/Wall.tsx') }],
  screens: [
    { path: '/jobs', load: () => import('./pages/press/jobs/Jobs.tsx') },
    { path: '/jobs/$jobId', load: () => import('./pages/press/jobs/Job.tsx') },
    { path: '/jobs/$jobId/books/$item', load: () => import('./pages/press/jobs/Book.tsx') },
    { path: '/ship', load: () => import('./pages/press/jobs/ShipByScanning.tsx') },
    { path: '/binding', load: () => import('./pages/press/jobs/CheckBinding.tsx') },
    { path: '/done', load: () => import('./pages/press/jobs/Done.tsx') },
    { path: '/reports', load: () => import('./pages/press/reports/Reports.tsx') },
    { path: '/you', load: () => import('./pages/settings/ProfilePage.tsx') },
  ],
})
