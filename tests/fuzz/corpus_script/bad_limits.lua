t = {}
while true do
  t[#t + 1] = Gravity{strength = {{{{{}}}}}}
  pcall(string.rep, "x", 1e9)
end
