import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { looksRandom } from '../../src/domain/randomness.ts';

/** The same bytes in every run. */
const bytes = (seed: number): Buffer => createHash('sha512').update(`seed ${seed}`).digest();
const seeds = Array.from({ length: 2000 }, (_, seed) => seed);

describe('a random text', () => {
  test.each([
    ['base64 of 24 bytes', 0.99, (seed: number) => bytes(seed).subarray(0, 24).toString('base64')],
    ['base64url of 24 bytes', 0.99, (seed: number) => bytes(seed).subarray(0, 24).toString('base64url')],
    ['base64 of 12 bytes', 0.93, (seed: number) => bytes(seed).subarray(0, 12).toString('base64')],
    ['hex of 16 bytes', 0.99, (seed: number) => bytes(seed).subarray(0, 16).toString('hex')],
    ['hex of 32 bytes', 0.999, (seed: number) => bytes(seed).subarray(0, 32).toString('hex')],
    [
      '32 characters of base36',
      0.97,
      (seed: number) =>
        BigInt(`0x${bytes(seed).toString('hex')}`)
          .toString(36)
          .slice(0, 32),
    ],
  ])('of %s is recognised in at least a share of %d', (_, share, make) => {
    const found = seeds.filter((seed) => looksRandom(make(seed))).length;
    expect(found / seeds.length).toBeGreaterThanOrEqual(share);
  });

  test.each([
    ['a UUID', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
    ['a password of a generator', 'Xk9#mP2$vL8@qR5!'],
    ['a secret inside a URL path', 'https://example.com/api/webhooks/aB3dE5fG7hJ9kL1mN2pQ4rS6'],
    ['a secret inside a query', 'https://example.com/very/long/path/to/something?sig=aB3dE5fG7hJ9kL1mN2pQ'],
    ['a secret inside a sentence', 'use the value aB3dE5fG7hJ9kL1mN2pQ4rS6 for everything'],
    ['an AWS secret key', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
  ])('is seen as %s', (_, text) => {
    expect(looksRandom(text)).toBe(true);
  });
});

test.each([
  '',
  'db.example.com',
  '5432',
  'eu-central-1',
  'production',
  'https://example.com/path',
  'https://example.com:8443/a/b?region=eu-central-1&mode=fast#top',
  'my-service-account@project.iam.gserviceaccount.com',
  '/usr/local/bin/thing',
  '/usr/lib/x86_64-linux-gnu/libssl.so.3',
  'C:\\Program Files\\PostgreSQL\\16\\bin',
  '2026-11-21T03:30:00.123456Z',
  '20261121T033000Z',
  'ec2-54-123-45-67.eu-west-1.compute.amazonaws.com',
  'mydb.c9akciq32rtx.us-east-1.rds.amazonaws.com',
  'arn:aws:iam::123456789012:role/MyApplicationRole',
  'postgresql-16.4-1.el9_4.x86_64.rpm',
  'node-v24.21.0-linux-x64.tar.gz',
  '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
  '2a01:4f8:c2c:123f::1',
  '[2a01:4f8:c2c:123f::1]',
  'aa:bb:c1:11:22:3d',
  '192.168.100.200:5432',
  'com.example.service.ApplicationConfigurationV2',
  'AbstractSingletonProxyFactoryBean',
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  '1a1a1a1a1a1a1a1a1a1a1a1a',
  '1234567890123456',
  'correct horse battery staple',
  'The quick brown fox jumps over the lazy dog in 2026, twice.',
  'firstname.lastname@subdomain.example.org',
  '+49 30 1234567-890',
])('%j is readable', (text) => {
  expect(looksRandom(text)).toBe(false);
});

test('a value of the greatest size is judged in linear time', () => {
  for (const text of ['a'.repeat(2 ** 20), 'a1'.repeat(2 ** 19), ' '.repeat(2 ** 20), 'a:'.repeat(2 ** 19)]) {
    const started = performance.now();
    looksRandom(text);
    expect(performance.now() - started).toBeLessThan(2000);
  }
});
