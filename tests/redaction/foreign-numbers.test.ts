// Values as other people's programs turn them into digits, through the real tool server. What is expected comes from
// decoding what those programs print: nothing here is imported from the product.
import { NUMBERS, PERCENT } from './support/encoders.ts';
import { testForms, useValues } from './support/setup.ts';

const { home, server } = useValues();

testForms(home, server, 'percent-encoding', PERCENT);
testForms(home, server, 'hex, octal and decimal', NUMBERS);
