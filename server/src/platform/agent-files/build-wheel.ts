import { createHash } from 'node:crypto'
import { writeZip } from './write-zip.ts'

export const wheelName = (version: string): string => `svc_mcp-${version}-py3-none-any.whl`

/** A command is a function without arguments, and the client takes its arguments as a list. */
const COMMAND = `"""The command svc-mcp: the same as running svc_mcp.py."""

import sys

from svc_mcp import main


def run() -> None:
    sys.exit(main(sys.argv[1:]))
`

/**
 * The client as a Python package with the command `svc-mcp`. It is built from the one file that is served
 * anyway, so that both are always the same; the same file gives the same bytes.
 */
export function buildWheel(client: string, version: string): Buffer {
  const info = `svc_mcp-${version}.dist-info`
  const files = new Map([
    ['svc_mcp.py', client],
    ['svc_mcp_command.py', COMMAND],
    [`${info}/METADATA`, describePackage(client, version)],
    [`${info}/WHEEL`, 'Wheel-Version: 1.0\nGenerator: atelier\nRoot-Is-Purelib: true\nTag: py3-none-any\n'],
    [`${info}/entry_points.txt`, '[console_scripts]\nsvc-mcp = svc_mcp_command:run\n'],
  ])
  files.set(`${info}/RECORD`, `${[...files].map(describeFile).join('')}${info}/RECORD,,\n`)
  return writeZip(files)
}

/** The requirements are those that the file itself declares for `uv run --script`. */
function describePackage(client: string, version: string): string {
  const [, python] = /^# requires-python = "(.+)"$/m.exec(client) ?? []
  const [, dependencies = ''] = /^# dependencies = \[(.*)\]$/m.exec(client) ?? []
  const required = [...dependencies.matchAll(/"([^"]+)"/g)].map(([, one]) => `Requires-Dist: ${one}\n`)
  return (
    `Metadata-Version: 2.1\nName: svc-mcp\nVersion: ${version}\n` +
    `Summary: The svc tools of Atelier for an agent, as an MCP server over stdio\nLicense: Apache-2.0\n` +
    `${python ? `Requires-Python: ${python}\n` : ''}${required.join('')}`
  )
}

const describeFile = ([name, text]: [string, string]): string =>
  `${name},sha256=${createHash('sha256').update(text).digest('base64url')},${Buffer.byteLength(text)}\n`
