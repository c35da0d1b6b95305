import { Center } from '@mantine/core'
import { Compass } from 'lucide-react'
import { useEffect } from 'react'
import { Empty } from '../components/Empty.tsx'
import { GoButton } from '../components/GoTo.tsx'

export function NotFound() {
  useEffect(() => {
    document.title = 'No such page · Octavo'
  }, [])
  return (
    <Center mih="60vh">
      <Empty
        icon={Compass}
        title="There is no such page"
        action={
          <GoButton to="/" variant="default">
            Go to the start
          </GoButton>
        }
      >
        The address may be mistyped, or what it showed is gone.
      </Empty>
    </Center>
  )
}
