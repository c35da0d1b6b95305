// The frame of the pages before a session: one card in the middle.

import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from '../../components/pageTitle.ts'
import classes from './Card.module.css'

type Props = { title: string; inTab?: string; about?: ReactNode; children: ReactNode }

export function SignInCard({ title, inTab = title, about, children }: Props) {
  usePageTitle(inTab)
  return (
    <main className={classes.ground}>
      <div className={classes.column}>
        <svg viewBox="0 0 32 32" width={36} height={36} aria-label="Octavo" role="img">
          <rect width="32" height="32" rx="7" fill="#3a50c9" />
          <path
            d="M8 9.5c3.2-1 5.8-.6 8 1.2 2.2-1.8 4.8-2.2 8-1.200v13c-3.2-1-5.8-.6-8 1.2-2.2-1.8-4.8-2.2-8-1.200z M16 10.7v13"
            fill="none"
            stroke="#fff"
            strokeWidth="2"
            strokeLinejoin="round"
          />
        </svg>
        <Paper p="xl" w="100%" shadow="xs">
          <Stack gap="md">
            <div>
              <Title order={1}>{title}</Title>
              {about ? (
                <Text c="dimmed" mt={4}>
                  {about}
                </Text>
              ) : null}
            </div>
            {children}
          </Stack>
        </Paper>
      </div>
    </main>
  )
}
