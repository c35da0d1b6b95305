// A number of a first screen, with what it is made of.

import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Figure.module.css'

export const Figure = ({ title, value, children }: { title: string; value: ReactNode; children: ReactNode }) => (
  <section className={classes.figure} aria-label={title}>
    <Text size="sm" c="dimmed" fw={500}>
      {title}
    </Text>
    <div className={classes.value}>{value}</div>
    <Stack gap={6} className={classes.details}>
      {children}
    </Stack>
  </section>
)
