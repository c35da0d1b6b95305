import { Center } from '@mantine/core'
import { Compass } from 'lucide-react'
import { LinkButton } from '../../components/layout/AppLink.tsx'
import { EmptyState } from '../../components/layout/EmptyState.tsx'
import { usePageTitle } from '../../components/layout/pageTitle.ts'
import { t } from '../../language.ts'

export function NotFound() {
  usePageTitle(t('Page not found'))
  return (
    <Center mih="60vh">
      <EmptyState
        icon={Compass}
        title={t('Page not found')}
        action={
          <LinkButton to="/" variant="default">
            {t('Go to the overview')}
          </LinkButton>
        }
      >
        {t('Check the address, or go back to the overview.')}
      </EmptyState>
    </Center>
  )
}
