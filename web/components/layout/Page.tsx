// The head of every screen: its title, a sentence if needed, and its actions.

import { Box, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../language.ts'
import { Failure } from '../feedback/Failure.tsx'
import { useOnline } from '../feedback/online.ts'
import classes from './Page.module.css'
import { usePageTitle } from './pageTitle.ts'

type Props = {
  title: string
  /** The title of the browser's tab, if the heading alone would be unclear there. */
  inTab?: string
  /** Beside the title, such as a button that copies it. */
  beside?: ReactNode
  about?: ReactNode
  actions?: ReactNode
  above?: ReactNode
  /** For content that needs the full width. */
  isWide?: true
  children: ReactNode
}

/** Whether this tab has shown a screen before. */
let hasShown = false

/**
 * After navigation the focus moves to the title of the new screen, which screen readers then read. The first screen
 * leaves the focus where the browser puts it, and a focused field keeps it.
 */
function useTitleFocus() {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const isInField = document.activeElement?.matches('input, textarea, select') ?? false
    if (hasShown && !isInField) title.current?.focus({ preventScroll: true })
    hasShown = true
  }, [])
  return title
}

export function PageFrame({ title, inTab = title, beside, about, actions, above, isWide, children }: Props) {
  usePageTitle(inTab)
  const heading = useTitleFocus()
  return (
    <Box className={classes.page} data-wide={isWide}>
      {above}
      <Group justify="space-between" align="flex-start" gap="sm" mb="lg">
        <div className={classes.head}>
          <Group gap={6} wrap="nowrap">
            <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
              {title}
            </Title>
            {beside}
          </Group>
          {about ? (
            <Text c="dimmed" mt={2} component="div">
              {about}
            </Text>
          ) : null}
        </div>
        {actions ? (
          <Group gap="xs" className={classes.actions}>
            {actions}
          </Group>
        ) : null}
      </Group>
      {children}
    </Box>
  )
}

/** For a failure before the title of the screen is known. */
export const PageFailure = (props: ComponentProps<typeof Failure>) => (
  <Box className={classes.page}>
    <Failure {...props} />
  </Box>
)

export const PageSkeleton = () => (
  <Box className={classes.page} aria-busy="true" aria-label={t('Loading')}>
    <WhileLoading>
      <Skeleton height={28} width={180} mb="xl" />
      <RowsSkeleton />
    </WhileLoading>
  </Box>
)

export const RowsSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <WhileLoading>
    <Stack gap="sm" aria-hidden className="rows">
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={i} height={36} radius="sm" />
      ))}
    </Stack>
  </WhileLoading>
)

/** Shows a skeleton, or a sentence while there is no connection. */
export const WhileLoading = ({ children }: { children: ReactNode }) =>
  useOnline() ? children : <Text c="dimmed">{t('This will load when you’re back online.')}</Text>
