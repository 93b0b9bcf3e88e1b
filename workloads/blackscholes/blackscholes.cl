/*
 * Prices of European options by the formula of Black and Scholes; work-items stride over the options. Logarithm
 * and exponential are the hardware's, as in the published benchmark.
 */

/* Cumulative normal distribution, by the polynomial of Hastings (7 digits). */
float normal(float d)
{
	float k = 1 / (1 + 0.2316419f * fabs(d));
	float tail = k * (0.319381530f +
			  k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));

	tail *= 0.39894228f * native_exp(-0.5f * d * d);
	return d > 0 ? 1 - tail : tail;
}

kernel void blackscholes(global float *call, global float *put, global const float *price,
			 global const float *strike, global const float *years, float interest,
			 float volatility, int options)
{
	for (int i = get_global_id(0); i < options; i += get_global_size(0)) {
		float deviation = volatility * sqrt(years[i]);
		float d1 = (native_log(price[i] / strike[i]) +
			    (interest + 0.5f * volatility * volatility) * years[i]) /
			   deviation;
		float n1 = normal(d1), n2 = normal(d1 - deviation);
		float discounted = strike[i] * native_exp(-interest * years[i]);
		float c = price[i] * n1 - discounted * n2;
		float p = discounted * (1 - n2) - price[i] * (1 - n1);

		call[i] = c;
		put[i] = p;
	}
}
