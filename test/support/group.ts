// Several test files in one process: importing the service and starting its first database take longer than the tests
// of most files. Each file is a suite named by its path, so that its hooks hold for its own tests only.

import { after, before, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { addProcessorTime, processorSeconds } from './processorTime.ts'
// Their hooks hold for the whole process, not for the first file that imports them.
import './runProcess.ts'
import './servers.ts'
import './service.ts'

let filesSeconds = 0
/** The rest is that of the modules, which the files of a group share. */
process.once('exit', () => addProcessorTime(import.meta.filename, processorSeconds() - filesSeconds))

/** `named` is the path of a file by the name of its suite. */
export function describeFiles(named: Record<string, string>): void {
  for (const [name, path] of Object.entries(named)) {
    describe(name, async () => {
      let startSeconds = 0
      before(() => {
        startSeconds = processorSeconds()
      })
      after(() => {
        const seconds = processorSeconds() - startSeconds
        filesSeconds += seconds
        addProcessorTime(path, seconds)
      })
      await import(pathToFileURL(path).href)
    })
  }
}
