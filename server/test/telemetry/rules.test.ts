import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { openMetrics } from '../../src/platform/metrics/index.ts'

type Rule = { alert?: string; record?: string; expr: string; annotations?: { page: string; summary: string } }
type Case = { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }

const ROOT = join(import.meta.dirname, '..', '..', '..')
const OBSERVE = join(ROOT, 'deploy', 'observe')
const load = (name: string) => parse(readFileSync(join(OBSERVE, name), 'utf8'))
const rules: Rule[] = load('rules.yml').groups.flatMap((group: { rules: Rule[] }) => group.rules)
const alerts = rules.flatMap(({ alert }) => alert ?? [])
const cases: Case[] = ['rules.test.yml', 'rules-slow.test.yml'].flatMap((name) => load(name).tests)
const promtool = (...args: string[]) => execFileSync('promtool', args, { cwd: OBSERVE, encoding: 'utf8' })

describe('the rules', () => {
  test('Prometheus takes them, and the example that names them', () => {
    expect(promtool('check', 'rules', 'rules.yml')).toContain('SUCCESS')
    expect(promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS: 1 rule files found')
  })

  test('on recorded series each alert fires when it should, and none on a healthy day', () => {
    expect(promtool('test', 'rules', 'rules.test.yml', 'rules-slow.test.yml')).toContain('SUCCESS')
  }, 60_000)

  test('there is a series that fires each alert, and a healthy one in which it is quiet', () => {
    const expected = (isFiring: boolean) =>
      cases.flatMap((one) =>
        one.alert_rule_test
          .filter(({ exp_alerts: fired = [] }) => fired.length > 0 === isFiring)
          .map(({ alertname }) => alertname),
      )
    expect(alerts.length).toBeGreaterThan(20)
    expect([...new Set(expected(true))].toSorted()).toEqual(alerts.toSorted())
    expect([...new Set(expected(false))].toSorted()).toEqual(alerts.toSorted())
  })

  test('each alert has a section of the guide, and each section an alert', () => {
    const guide = readFileSync(join(ROOT, 'docs/alerts.md'), 'utf8')
    const sections = [...guide.matchAll(/^## (.*)\n\n(Page|Ticket)\. /gm)]
    expect(sections.map(([, name]) => name).toSorted()).toEqual(alerts.toSorted())
    const severities = Object.fromEntries(
      sections.map(([, name, severity]) => [name, severity?.toLowerCase()]),
    )
    for (const { alert, annotations, labels } of rules as (Rule & { labels: { severity: string } })[])
      if (alert) {
        expect(annotations?.page).toBe(`docs/alerts.md#${alert.toLowerCase()}`)
        expect([alert, labels.severity]).toEqual([alert, severities[alert]])
      }
  })

  test('every metric that a rule reads is one that a process writes', async () => {
    const text = await openMetrics({ isOn: true }).render()
    const written = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
    const read = rules.flatMap(({ expr }) => expr.match(/\b(?:atelier|nodejs|process)_\w+/g) ?? [])
    expect(read.length).toBeGreaterThan(40)
    expect(read.filter((name) => !written.has(name.replace(/_(?:bucket|count|sum)$/, '')))).toEqual([])
  })
})
