# Compares the answers that the tests have seen (dev.holdpoint.contract.ContractWatch) with those that the API document
# knows. Reads src/test/unproduced.txt, then target/test-contract/documented, then the notes of all JVMs. Fails when a success
# was not seen, or a refusal that is not listed in the first file.
FILENAME != file { file = FILENAME; files++ }
files == 1 {
  if ($0 ~ /^#/ || $0 == "") next
  n = split($0, word, /[: ]+/)
  for (i = 2; i <= n; i++) listed[word[1] "\t" word[i]] = 1
  next
}
files == 2 { documented[++count] = $0; next }
/^#/ { split($0, note, "\t"); checks += note[2]; ms += note[3]; next }
{ seen[$0] = 1 }
END {
  for (i = 1; i <= count; i++) {
    answer = documented[i]
    split(answer, part, "\t")
    if (answer in seen) {
      produced++
      if (answer in listed && part[2] !~ /^50[037]$/) stale++
    } else if (part[2] ~ /^[23]/) {
      print "no test produces " part[1] " " part[2] ", which docs/openapi.json documents"
      failed = 1
    } else if (!(answer in listed)) {
      print "no test produces " part[1] " " part[2] ", and src/test/unproduced.txt must not grow"
      failed = 1
    }
  }
  printf "answers: %d of %d that are documented were produced, %d checks took %.0f s of processor time", produced, count, checks, ms / 1000
  if (stale) printf "; %d words of src/test/unproduced.txt can go", stale
  printf "\n"
  exit failed
}
