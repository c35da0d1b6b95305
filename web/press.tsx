// The press desk of a printer's people: the explicit list of its screens.

import { Archive, ChartColumn, Layers } from 'lucide-react'
import { CancellationBar, useCancellationRequests, useChime, useTitleCount } from './shell/CancellationRequests.tsx'
import { Frame, type NavGroup } from './shell/Frame.tsx'
import { useLiveUpdates } from './shell/liveUpdates.ts'
import { useScannedTickets } from './shell/scannedTickets.ts'
import { useSession } from './shell/session.ts'
import { start } from './shell/start.tsx'

const groups: NavGroup[] = [
  {
    title: null,
    items: [
      { name: 'Jobs', to: '/jobs', icon: Layers, shortcut: 'j' },
      { name: 'Done', to: '/done', icon: Archive, shortcut: 'd' },
      { name: 'Reports', to: '/reports', icon: ChartColumn, shortcut: 'r' },
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
  return (
    <Frame
      area="press"
      subtitle={useSession().data?.printer}
      groups={groups}
      profilePath="/you"
      bar={requests.length > 0 ? <CancellationBar jobs={requests} /> : undefined}
    />
  )
}

start({
  area: 'press',
  Frame: PressFrame,
  home: '/jobs',
  screens: [
    { path: '/jobs', load: () => import('./pages/press/jobs/Jobs.tsx') },
    { path: '/jobs/$jobId', load: () => import('./pages/press/jobs/Job.tsx') },
    { path: '/jobs/$jobId/books/$item', load: () => import('./pages/press/jobs/Book.tsx') },
    { path: '/done', load: () => import('./pages/press/jobs/Done.tsx') },
    { path: '/reports', load: () => import('./pages/press/reports/Reports.tsx') },
    { path: '/you', load: () => import('./pages/settings/ProfilePage.tsx') },
  ],
})
