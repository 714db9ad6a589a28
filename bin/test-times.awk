# Adds up what the tests noted of themselves (dev.holdpoint.report.ClassTimes): the seconds of each stratum beside its
# budget, then the twenty slowest classes. Reads the budget first, then the notes.
FNR == NR { if (split($0, word, " ") == 2 && $0 !~ /^#/) { budget[word[1]] = word[2]; order[++strata] = word[1] } next }
{
  name = $1
  sub(/^dev\.holdpoint\./, "", name)
  stratum = name ~ /IT$/ ? "integration" : name
  sub(/\..*/, "", stratum)
  if (!(stratum in budget)) stratum = "others"
  tests[stratum] += $2
  seconds[stratum] += $5 / 1000
  cpu[stratum] += $6 / 1000
  classes[NR] = sprintf("%7.1f %7.1f  %s", $5 / 1000, $6 / 1000, name)
}
END {
  if (!length(classes)) { print "no tests ran yet"; exit }
  printf "%-14s %6s %9s %9s %9s\n", "stratum", "tests", "seconds", "budget", "processor"
  for (i = 1; i <= strata; i++) {
    s = order[i]
    printf "%-14s %6d %9.0f %9d %9.0f\n", s, tests[s], seconds[s], budget[s], cpu[s]
    all += seconds[s]; allowed += budget[s]; used += cpu[s]; n += tests[s]
  }
  printf "%-14s %6d %9.0f %9d %9.0f\n\n", "all", n, all, allowed, used
  print "seconds  processor  the slowest classes"
  sort = "sort -rn | head -n 20"
  for (i in classes) print classes[i] | sort
  close(sort)
}
