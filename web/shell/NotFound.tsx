import { Center } from '@mantine/core'
import { Compass } from 'lucide-react'
import { Empty } from '../components/Empty.tsx'
import { GoButton } from '../components/GoTo.tsx'
import { usePageTitle } from '../components/pageTitle.ts'

export function NotFound() {
  usePageTitle('Page not found')
  return (
    <Center mih="60vh">
      <Empty
        icon={Compass}
        title="Page not found"
        action={
          <GoButton to="/" variant="default">
            Go to the start
          </GoButton>
        }
      >
        The address may be mistyped, or the page no longer exists.
      </Empty>
    </Center>
  )
}
