// Runs a command of an operator, without a process of its own: what it prints, and how its process ends.

import type { Log } from '../base/log.ts'
import type { Config } from '../config/config.ts'
import { createApp } from './app.ts'
import { commands, configCommands, usage } from './commands.ts'

export type CommandOutput = { code: 0 | 1 | 2; stdout: string; stderr: string }

const help = (): CommandOutput => ({
  code: 0,
  stdout: `npm start -- [--role all|api|worker] starts the service. Its commands are:\n${usage()}\n`,
  stderr: '',
})

/** The answer where the words ask for help, which needs no settings. */
export const helpFor = (words: string[]): CommandOutput | null =>
  words[0] === 'help' || words.includes('--help') || words.includes('-h') ? help() : null

/** Throws when the service cannot start. */
export async function runCommand(config: Config, log: Log): Promise<CommandOutput> {
  const [name = '', ...args] = nameAndArguments(config.command)
  const command = Object.hasOwn(commands, name) ? commands[name]! : null
  const configCommand = Object.hasOwn(configCommands, name) ? configCommands[name]! : null
  const { arguments: required = 0, optional = 0, failsOn } = command ?? configCommand ?? {}
  const isComplete = args.length >= required && args.length <= required + optional
  if (configCommand !== null && isComplete) return outputOf(await configCommand.run(config, args), failsOn)
  if (command === null || !isComplete)
    return { code: 2, stdout: '', stderr: `Unknown command. The commands are:\n${usage()}\n` }
  const app = await createApp(config, log, command.overrides)
  try {
    return outputOf(await command.run(app, args), failsOn)
  } catch (error) {
    return { code: 1, stdout: '', stderr: `${(error as Error).message}\n` }
  } finally {
    await app.close()
  }
}

/** The name of a command has one word, or two: `operator-data check`. */
function nameAndArguments(words: string[]): string[] {
  const name = words.slice(0, 2).join(' ')
  return Object.hasOwn({ ...commands, ...configCommands }, name) ? [name, ...words.slice(2)] : words
}

function outputOf(result: Record<string, unknown>, failsOn: string[] = []): CommandOutput {
  const isEmpty = (found: unknown) => (Array.isArray(found) ? found.length === 0 : !found)
  const code = failsOn.every(key => isEmpty(result[key])) ? 0 : 1
  return { code, stdout: `${JSON.stringify(result, null, 2)}\n`, stderr: '' }
}
