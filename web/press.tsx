// The press desk of a printer's people: the explicit list of its screens.

import { Archive, Layers } from 'lucide-react'
import { AskedBar, useAsked, useChime, useTitleCount } from './shell/Asked.tsx'
import { Frame, type NavGroup } from './shell/Frame.tsx'
import { useLive } from './shell/live.ts'
import { useScannedTickets } from './shell/scannedTickets.ts'
import { useSession } from './shell/session.ts'
import { start } from './shell/start.tsx'

const groups: NavGroup[] = [
  {
    title: null,
    items: [
      { name: 'Jobs', to: '/jobs', icon: Layers, letter: 'j' },
      { name: 'Done', to: '/done', icon: Archive, letter: 'd' },
    ],
  },
]

const touched = () => [['press']]

function PressFrame() {
  useLive('/press/events', touched)
  const asked = useAsked()
  useTitleCount(asked.length)
  useChime(asked.length)
  useScannedTickets()
  return (
    <Frame
      product="Octavo press"
      of={useSession().data?.printer}
      groups={groups}
      you="/you"
      bar={asked.length > 0 ? <AskedBar jobs={asked} /> : undefined}
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
    { path: '/done', load: () => import('./pages/press/jobs/Done.tsx') },
    { path: '/you', load: () => import('./pages/settings/Own.tsx') },
  ],
})
